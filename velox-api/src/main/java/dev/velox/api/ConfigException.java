package dev.velox.api;

import java.util.Objects;

/** A setting that is unknown, out of range, or impossible together with another. */
public final class ConfigException extends VeloxException {
  private static final long serialVersionUID = 1;

  private final String subject;
  private final String option;
  private final String value;
  private final String rule;

  /**
   * A refused setting.
   *
   * @param subject whose setting: a method id, {@code cache}, {@code shape}
   * @param option its name
   * @param value what was given
   * @param rule what is allowed, as the end of "... is 'value', "
   */
  public ConfigException(String subject, String option, Object value, String rule) {
    super(subject + ": " + option + " is '" + value + "', " + rule, null);
    this.subject = subject;
    this.option = option;
    this.value = Objects.toString(value);
    this.rule = rule;
  }

  /**
   * Whose setting.
   *
   * @return a method id, {@code cache}, {@code shape}
   */
  public String subject() {
    return subject;
  }

  /**
   * Which setting.
   *
   * @return its name
   */
  public String option() {
    return option;
  }

  /**
   * What was given.
   *
   * @return its text
   */
  public String value() {
    return value;
  }

  /**
   * What is allowed.
   *
   * @return the rule
   */
  public String rule() {
    return rule;
  }
}
