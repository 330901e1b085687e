package dev.velox.runtime.weights;

import dev.velox.api.FormatException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one array in NumPy's {@code .npy} form, versions 1 to 3: a magic word, a length, a line of
 * Python that names type, order and shape, then the elements.
 */
public final class NpyFile {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int MAX_HEADER = 1 << 16;
  private static final Map<String, TensorType> TYPES =
      Map.of("<f4", TensorType.F32, "<f2", TensorType.F16);
  private static final Pattern DESCR = Pattern.compile("'descr'\\s*:\\s*'([^']*)'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9,\\s]*)\\)");
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private NpyFile() {}

  /**
   * Reads a file that is already in memory.
   *
   * @param label its name, for messages
   * @param bytes the whole file
   * @return the array, a slice of {@code bytes}
   * @throws FormatException if it breaks the format, or its type is not float32 or float16
   */
  public static Tensor parse(String label, MemorySegment bytes) {
    if (bytes.byteSize() < 12
        || bytes.asSlice(0, MAGIC.length).mismatch(MemorySegment.ofArray(MAGIC)) >= 0) {
      throw new FormatException(label, 0, "magic", "another", "must be \\x93NUMPY");
    }
    int version = bytes.get(ValueLayout.JAVA_BYTE, 6);
    if (version < 1 || version > 3) {
      throw new FormatException(label, 6, "version", version, "must be 1, 2 or 3");
    }
    int start = version == 1 ? 10 : 12;
    int length = version == 1 ? Short.toUnsignedInt(bytes.get(SHORT, 8)) : bytes.get(INT, 8);
    if (length < 2 || length > MAX_HEADER || length > bytes.byteSize() - start) {
      throw new FormatException(
          label, 8, "header length", length, "must be 2 to " + MAX_HEADER + " and in the file");
    }
    byte[] text = bytes.asSlice(start, length).toArray(ValueLayout.JAVA_BYTE);
    return array(label, new String(text, StandardCharsets.UTF_8), start, bytes, start + length);
  }

  private static Tensor array(
      String label, String header, int headerAt, MemorySegment bytes, long dataAt) {
    String descr = field(label, header, headerAt, DESCR, "descr");
    TensorType type = TYPES.get(descr);
    if (type == null) {
      throw new FormatException(label, headerAt, "descr", descr, "must be '<f4' or '<f2'");
    }
    if (!field(label, header, headerAt, ORDER, "fortran_order").equals("False")) {
      throw new FormatException(label, headerAt, "fortran_order", "True", "must be False");
    }
    CheckedSize sizes = new CheckedSize(label);
    List<Long> shape = new ArrayList<>();
    for (String extent : field(label, header, headerAt, SHAPE, "shape").split(",", -1)) {
      if (!extent.isBlank()) {
        shape.add(extent(label, headerAt, extent.strip()));
      }
    }
    long needed = sizes.product(shape, type.bytes(), headerAt, "shape");
    if (needed != bytes.byteSize() - dataAt) {
      throw new FormatException(
          label,
          dataAt,
          "elements",
          bytes.byteSize() - dataAt + " bytes",
          "must be the " + needed + " bytes of " + type + " " + shape);
    }
    return new Tensor(label, dataAt, label, type, shape, bytes.asSlice(dataAt));
  }

  private static long extent(String label, int at, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new FormatException(label, at, "shape", text, "must be whole numbers below 2^63", e);
    }
  }

  private static String field(String label, String header, int at, Pattern pattern, String name) {
    Matcher matcher = pattern.matcher(header);
    if (!matcher.find()) {
      throw new FormatException(label, at, name, "missing", "must be in the header");
    }
    return matcher.group(1);
  }
}
