package dev.velox.runtime.json;

import dev.velox.api.FormatException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The fields of one JSON object of a file. Every accessor checks type and range, and its error
 * names the file, the field, what was found and what is allowed. A field that is {@code null}
 * counts as absent.
 */
public final class JsonFields {
  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(64)
                          .maxNumberLength(64)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String file;
  private final String path;
  private final JsonNode node;

  private JsonFields(String file, String path, JsonNode node) {
    this.file = file;
    this.path = path;
    this.node = node;
  }

  /**
   * Parses a file that must hold one object, without duplicate keys and without anything after it.
   *
   * @param file its name, for messages
   * @param bytes its content
   * @return its fields
   * @throws FormatException if it is no such JSON
   */
  public static JsonFields parse(String file, byte[] bytes) {
    JsonNode root;
    try {
      root = JSON.readTree(bytes);
    } catch (JacksonException e) {
      long at = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
      throw new FormatException(
          file, at, "content", e.getOriginalMessage(), "must be JSON without duplicate keys", e);
    }
    return of(file, "", root);
  }

  /**
   * The fields of a node read elsewhere.
   *
   * @param file its file, for messages
   * @param path where it stands in the file, for messages; empty for the root
   * @param node the node
   * @return its fields
   * @throws FormatException if it is no object
   */
  public static JsonFields of(String file, String path, @Nullable JsonNode node) {
    if (node == null || !node.isObject()) {
      throw new FormatException(
          file,
          -1,
          path.isEmpty() ? "content" : path,
          node == null ? "nothing" : node.getNodeType(),
          "must be a JSON object");
    }
    return new JsonFields(file, path, node);
  }

  /**
   * Whether a field is present and not null.
   *
   * @param field its name
   * @return true if it has a value
   */
  public boolean has(String field) {
    return node.hasNonNull(field);
  }

  /**
   * A field that is an object.
   *
   * @param field its name
   * @return its fields
   */
  public JsonFields object(String field) {
    return of(file, path(field), node.get(field));
  }

  /**
   * A field that is an array of objects.
   *
   * @param field its name
   * @return the fields of each
   */
  public List<JsonFields> objects(String field) {
    List<JsonFields> all = new ArrayList<>();
    for (JsonNode element : node.path(field)) {
      all.add(of(file, path(field) + "[" + all.size() + "]", element));
    }
    return all;
  }

  /**
   * This object as names and texts.
   *
   * @return every field, each of which must be a text
   */
  public Map<String, String> texts() {
    Map<String, String> all = new LinkedHashMap<>();
    for (String name : node.propertyNames()) {
      all.put(name, text(name));
    }
    return all;
  }

  /**
   * A text.
   *
   * @param field its name
   * @return its value
   */
  public String text(String field) {
    JsonNode value = node.get(field);
    if (value == null || !value.isString()) {
      throw fault(field, shown(value), "must be a text");
    }
    return value.stringValue();
  }

  /**
   * A text that may be absent.
   *
   * @param field its name
   * @param absent what absence means
   * @return its value
   */
  public String text(String field, String absent) {
    return has(field) ? text(field) : absent;
  }

  /**
   * A switch that may be absent.
   *
   * @param field its name
   * @param absent what absence means
   * @return its value
   */
  public boolean flag(String field, boolean absent) {
    if (!has(field)) {
      return absent;
    }
    JsonNode value = node.get(field);
    if (!value.isBoolean()) {
      throw fault(field, shown(value), "must be true or false");
    }
    return value.booleanValue();
  }

  /**
   * A whole number.
   *
   * @param field its name
   * @param least smallest value allowed
   * @param most largest value allowed
   * @return its value
   */
  public int integer(String field, int least, int most) {
    return integer(field, node.get(field), least, most);
  }

  /**
   * A whole number that may be absent.
   *
   * @param field its name
   * @param least smallest value allowed
   * @param most largest value allowed
   * @param absent what absence means
   * @return its value
   */
  public int integer(String field, int least, int most, int absent) {
    return has(field) ? integer(field, least, most) : absent;
  }

  /**
   * A whole number, a list of them, or nothing.
   *
   * @param field its name
   * @param least smallest value allowed
   * @param most largest value allowed
   * @return the numbers, empty if absent
   */
  public List<Integer> integers(String field, int least, int most) {
    JsonNode value = node.get(field);
    List<Integer> all = new ArrayList<>();
    if (value == null || value.isNull()) {
      return all;
    }
    if (!value.isArray()) {
      all.add(integer(field, value, least, most));
      return all;
    }
    for (JsonNode element : value) {
      all.add(integer(field, element, least, most));
    }
    return all;
  }

  /**
   * A finite number above 0.
   *
   * @param field its name
   * @return its value
   */
  public double positive(String field) {
    JsonNode value = node.get(field);
    double number = value != null && value.isNumber() ? value.doubleValue() : Double.NaN;
    if (!(number > 0) || Double.isInfinite(number)) {
      throw fault(field, shown(value), "must be a finite number above 0");
    }
    return number;
  }

  /**
   * A finite number above 0 that may be absent.
   *
   * @param field its name
   * @param absent what absence means
   * @return its value
   */
  public double positive(String field, double absent) {
    return has(field) ? positive(field) : absent;
  }

  /**
   * A refusal of a field of this object.
   *
   * @param field its name
   * @param found what stands there
   * @param allowed what may stand there
   * @return the error, to be thrown
   */
  public FormatException fault(String field, Object found, String allowed) {
    return new FormatException(file, -1, path(field), found, allowed);
  }

  /**
   * What stands at a field, for messages.
   *
   * @param field its name
   * @return its JSON text, shortened
   */
  public String shown(String field) {
    return shown(node.get(field));
  }

  private int integer(String field, @Nullable JsonNode value, int least, int most) {
    if (value == null || !value.isIntegralNumber() || !value.canConvertToInt()) {
      throw fault(field, shown(value), "must be a whole number, " + least + " to " + most);
    }
    int number = value.intValue();
    if (number < least || number > most) {
      throw fault(field, number, "must be " + least + " to " + most);
    }
    return number;
  }

  private String path(String field) {
    return path.isEmpty() ? field : path + "." + field;
  }

  private static String shown(@Nullable JsonNode value) {
    if (value == null) {
      return "missing";
    }
    String text = value.toString();
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
