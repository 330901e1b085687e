package dev.velox.api.spi;

import dev.velox.api.ConfigException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The options of one method in one role.
 *
 * @param methodId the method, for messages
 * @param options the options, in the order they are documented
 */
public record ConfigSchema(String methodId, List<Option<?>> options) {

  /** Copies the list and refuses two options of one name. */
  public ConfigSchema {
    options = List.copyOf(options);
    if (options.stream().map(Option::name).distinct().count() != options.size()) {
      throw new ConfigException(methodId, "schema", options, "names an option twice");
    }
  }

  /**
   * A schema of these options.
   *
   * @param methodId the method
   * @param options its options
   * @return the schema
   */
  public static ConfigSchema of(String methodId, Option<?>... options) {
    return new ConfigSchema(methodId, List.of(options));
  }

  /**
   * The option with a name.
   *
   * @param name the name
   * @return the option, or empty
   */
  public Optional<Option<?>> option(String name) {
    return options.stream().filter(o -> o.name().equals(name)).findFirst();
  }

  /**
   * The names of all options.
   *
   * @return names in order
   */
  public List<String> names() {
    return options.stream().<String>map(Option::name).toList();
  }

  /**
   * Reads option texts; what is not given takes its default.
   *
   * @param text option name to text
   * @return every option with a value
   * @throws ConfigException for a name the method does not have or a value that breaks its rule
   */
  public Config parse(Map<String, String> text) {
    for (String name : text.keySet()) {
      if (option(name).isEmpty()) {
        throw new ConfigException(
            methodId,
            "option",
            name,
            options.isEmpty() ? "but it has none" : "must be one of " + names());
      }
    }
    Map<Option<?>, Object> values = new LinkedHashMap<>();
    for (Option<?> option : options) {
      String given = text.get(option.name());
      values.put(option, given == null ? option.defaultValue() : option.parse(methodId, given));
    }
    return new Config(methodId, values);
  }
}
