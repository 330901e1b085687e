package dev.velox.api;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A method's id with options, as text {@code kvquant:bits=3,outlier-fraction=0.01}. A value that
 * holds commas, or another spec, stands in brackets: {@code low-rank:rank=4,base=[turbo:bits=2]}.
 *
 * @param id the method's id
 * @param options option name to text, in name order
 */
public record MethodSpec(String id, Map<String, String> options) {

  private static final String ID = "[a-z][a-z0-9-]*";

  /** Checks the id's form and copies the options. */
  public MethodSpec {
    if (!id.matches(ID)) {
      throw new ConfigException("spec", "method id", id, "must match " + ID);
    }
    options = Collections.unmodifiableMap(new TreeMap<>(options));
  }

  /**
   * Reads the text form.
   *
   * @param text {@code id} or {@code id:name=value,...}
   * @return the spec
   * @throws ConfigException for text of another form
   */
  public static MethodSpec parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return new MethodSpec(text.strip(), Map.of());
    }
    String id = text.substring(0, colon).strip();
    Map<String, String> options = new TreeMap<>();
    List<String> parts = SpecText.split(text.substring(colon + 1), ',');
    for (String part : parts) {
      int equals = part.indexOf('=');
      if (equals <= 0 || equals == part.length() - 1) {
        throw new ConfigException(id, "option", part, "must have the form name=value");
      }
      String name = part.substring(0, equals).strip();
      if (options.put(name, part.substring(equals + 1).strip()) != null) {
        throw new ConfigException(id, "option", name, "is given twice");
      }
    }
    return new MethodSpec(id, options);
  }

  /**
   * The text form, which parses back to an equal spec.
   *
   * @return {@code id} or {@code id:name=value,...}
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(id);
    char separator = ':';
    for (Map.Entry<String, String> option : options.entrySet()) {
      text.append(separator).append(option.getKey()).append('=').append(option.getValue());
      separator = ',';
    }
    return text.toString();
  }
}
