package dev.velox.api.spi;

import dev.velox.api.ConfigException;
import dev.velox.api.MethodSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every option of a method with its value: immutable, equal by value, written as text that parses
 * back.
 */
public final class Config {
  private final String methodId;
  private final Map<Option<?>, Object> values;

  Config(String methodId, Map<Option<?>, Object> values) {
    this.methodId = methodId;
    this.values = new LinkedHashMap<>(values);
  }

  /**
   * Whose options these are.
   *
   * @return the method's id
   */
  public String methodId() {
    return methodId;
  }

  /**
   * The value of an option.
   *
   * @param <T> its type
   * @param option an option of the schema this was read with
   * @return its value
   */
  @SuppressWarnings("unchecked")
  public <T> T get(Option<T> option) {
    Object value = values.get(option);
    if (value == null) {
      throw new ConfigException(methodId, "option", option.name(), "is not in its schema");
    }
    return (T) value;
  }

  /**
   * Whether an option belongs to this config's schema.
   *
   * @param option the option
   * @return true if {@link #get} would answer
   */
  public boolean has(Option<?> option) {
    return values.containsKey(option);
  }

  /**
   * This config with another value.
   *
   * @param <T> the option's type
   * @param option an option of the schema
   * @param value its value
   * @return the config
   */
  public <T> Config with(Option<T> option, T value) {
    get(option);
    Map<Option<?>, Object> changed = new LinkedHashMap<>(values);
    changed.put(option, value);
    return new Config(methodId, changed);
  }

  /**
   * The spec that gives this config, every option written out.
   *
   * @return id and options
   */
  public MethodSpec spec() {
    Map<String, String> text = new TreeMap<>();
    values.forEach((option, value) -> text.put(option.name(), write(option, value)));
    return new MethodSpec(methodId, text);
  }

  @SuppressWarnings("unchecked")
  private static <T> String write(Option<T> option, Object value) {
    return option.writer().apply((T) value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Config c && spec().equals(c.spec());
  }

  @Override
  public int hashCode() {
    return spec().hashCode();
  }

  @Override
  public String toString() {
    return spec().toString();
  }
}
