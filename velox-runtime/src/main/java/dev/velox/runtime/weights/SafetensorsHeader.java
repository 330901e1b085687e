package dev.velox.runtime.weights;

import dev.velox.api.FormatException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the JSON header of a safetensors file, strictly: every field is checked before it is used.
 */
final class SafetensorsHeader {
  /** Bytes the header may have, as in the format's own reader. */
  static final long MAX_BYTES = 100_000_000;

  /** Bytes before the header: its length. */
  static final int START = 8;

  private static final int MAX_RANK = 8;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(4)
                  .maxNameLength(4096)
                  .maxNumberLength(20)
                  .build())
          .build();

  private final String file;
  private final CheckedSize sizes;
  private final JsonParser json;
  private final List<SafetensorsEntry> entries = new ArrayList<>();

  private SafetensorsHeader(String file, CheckedSize sizes, JsonParser json) {
    this.file = file;
    this.sizes = sizes;
    this.json = json;
  }

  /**
   * The tensors of a header in the order of their bytes, which cover {@code [0, dataBytes)} without
   * hole or overlap.
   */
  static List<SafetensorsEntry> parse(String file, byte[] header, long dataBytes) {
    if (header.length == 0 || header[0] != '{') {
      throw new FormatException(
          file,
          START,
          "first byte of the header",
          header.length == 0 ? "nothing" : String.valueOf(header[0] & 0xff),
          "must be '{' (123)");
    }
    CheckedSize sizes = new CheckedSize(file);
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), header)) {
      SafetensorsHeader reader = new SafetensorsHeader(file, sizes, parser);
      reader.readAll();
      return reader.checkedCoverage(dataBytes);
    } catch (JacksonException e) {
      long at = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
      throw new FormatException(
          file,
          at < 0 ? START : sizes.plus(at, START, START, "offset"),
          "header",
          e.getOriginalMessage(),
          "must be JSON without duplicate keys",
          e);
    }
  }

  private void readAll() {
    expect(json.nextToken(), JsonToken.START_OBJECT, "header");
    for (JsonToken t = json.nextToken(); t != JsonToken.END_OBJECT; t = json.nextToken()) {
      String name = expectName(t, "tensor name");
      if (name.equals("__metadata__")) {
        readMetadata();
      } else {
        readTensor(name);
      }
    }
    JsonToken after = json.nextToken();
    if (after != null) {
      throw fault("end of the header", after, "must be followed by nothing but spaces");
    }
  }

  private void readMetadata() {
    expect(json.nextToken(), JsonToken.START_OBJECT, "__metadata__");
    for (JsonToken t = json.nextToken(); t != JsonToken.END_OBJECT; t = json.nextToken()) {
      String key = expectName(t, "__metadata__");
      expect(json.nextToken(), JsonToken.VALUE_STRING, "__metadata__." + key);
    }
  }

  private void readTensor(String name) {
    long headerOffset = at();
    TensorType type = null;
    List<Long> shape = null;
    List<Long> offsets = null;
    expect(json.nextToken(), JsonToken.START_OBJECT, "tensor " + name);
    for (JsonToken t = json.nextToken(); t != JsonToken.END_OBJECT; t = json.nextToken()) {
      String field = expectName(t, "field of " + name);
      switch (field) {
        case "dtype" -> type = readType(name);
        case "shape" -> shape = readSizes("shape of " + name, MAX_RANK);
        case "data_offsets" -> offsets = readSizes("data_offsets of " + name, 2);
        default -> throw fault("field of " + name, field, "must be dtype, shape or data_offsets");
      }
    }
    if (type == null || shape == null || offsets == null) {
      String missing = type == null ? "dtype" : shape == null ? "shape" : "data_offsets";
      throw fault(missing + " of " + name, "missing", "must be given");
    }
    if (offsets.size() != 2) {
      throw fault("data_offsets of " + name, offsets, "must be two numbers: begin, end");
    }
    entries.add(
        new SafetensorsEntry(
            name, type, shape, offsets.getFirst(), offsets.getLast(), headerOffset));
  }

  private TensorType readType(String name) {
    expect(json.nextToken(), JsonToken.VALUE_STRING, "dtype of " + name);
    String text = json.getString();
    for (TensorType type : TensorType.values()) {
      if (type.name().equals(text)) {
        return type;
      }
    }
    throw fault("dtype of " + name, text, "must be one of " + TensorType.names());
  }

  private List<Long> readSizes(String field, int most) {
    expect(json.nextToken(), JsonToken.START_ARRAY, field);
    List<Long> sizesRead = new ArrayList<>();
    for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY; t = json.nextToken()) {
      expect(t, JsonToken.VALUE_NUMBER_INT, field);
      JsonParser.NumberType number = json.getNumberType();
      if (number == JsonParser.NumberType.BIG_INTEGER || json.getLongValue() < 0) {
        throw fault(field, json.getString(), "must be whole numbers from 0 to 2^63 - 1");
      }
      sizesRead.add(json.getLongValue());
      if (sizesRead.size() > most) {
        throw fault(field, "more than " + most + " numbers", "must be at most " + most);
      }
    }
    return sizesRead;
  }

  /**
   * Begins where the last ended, ends after as many bytes as type and shape ask for, the last at
   * the file's end.
   */
  private List<SafetensorsEntry> checkedCoverage(long dataBytes) {
    entries.sort(
        Comparator.comparingLong(SafetensorsEntry::begin).thenComparingLong(SafetensorsEntry::end));
    long covered = 0;
    for (SafetensorsEntry e : entries) {
      String range = "[" + e.begin() + ", " + e.end() + "]";
      if (e.begin() != covered) {
        throw fault(e, "data_offsets", range, "must begin at " + covered + ", no hole or overlap");
      }
      if (e.end() < e.begin() || e.end() > dataBytes) {
        throw fault(e, "data_offsets", range, "must end in [begin, " + dataBytes + "]");
      }
      long given = sizes.minus(e.end(), e.begin(), e.headerOffset(), "data_offsets");
      long needed = sizes.product(e.shape(), e.type().bytes(), e.headerOffset(), "shape");
      if (given != needed) {
        throw fault(
            e,
            "data_offsets",
            range,
            "must span " + needed + " bytes for " + e.type() + " " + e.shape());
      }
      covered = e.end();
    }
    if (covered != dataBytes) {
      throw new FormatException(
          file,
          -1,
          "bytes of all tensors",
          covered,
          "must be the " + dataBytes + " bytes after the header");
    }
    return entries;
  }

  private void expect(@Nullable JsonToken found, JsonToken wanted, String field) {
    if (found != wanted) {
      throw fault(field, found == null ? "the end" : found, "must be " + wanted);
    }
  }

  private String expectName(@Nullable JsonToken found, String field) {
    expect(found, JsonToken.PROPERTY_NAME, field);
    return json.currentName();
  }

  private long at() {
    return sizes.plus(json.currentTokenLocation().getByteOffset(), START, START, "offset");
  }

  private FormatException fault(String field, Object found, String allowed) {
    return new FormatException(file, at(), field, found, allowed);
  }

  private FormatException fault(SafetensorsEntry e, String field, Object found, String allowed) {
    return new FormatException(file, e.headerOffset(), field + " of " + e.name(), found, allowed);
  }
}
