package dev.velox.runtime.weights;

import dev.velox.api.FormatException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A named array of a model file, in place.
 *
 * @param file where it comes from, for messages
 * @param offset the byte of the file at which its elements begin
 * @param name its name
 * @param type its element type
 * @param shape its extents, outermost first; empty for a single number
 * @param data its elements, row-major, little-endian
 */
public record Tensor(
    String file, long offset, String name, TensorType type, List<Long> shape, MemorySegment data) {

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Keeps its own shape. */
  public Tensor {
    shape = List.copyOf(shape);
  }

  /**
   * How many elements there are.
   *
   * @return the product of the shape
   */
  public long elements() {
    return data.byteSize() / type.bytes();
  }

  /**
   * This tensor, if it has the expected shape and a type that weights may have.
   *
   * @param expected extents, outermost first
   * @return this tensor
   * @throws FormatException naming what is different
   */
  public Tensor expect(long... expected) {
    List<Long> wanted = java.util.Arrays.stream(expected).boxed().toList();
    if (!shape.equals(wanted)) {
      throw new FormatException(file, offset, "shape of " + name, shape, "must be " + wanted);
    }
    if (!type.isWeight()) {
      throw new FormatException(
          file, offset, "dtype of " + name, type, "must be one of F32, F16, BF16");
    }
    return this;
  }

  /**
   * One element as a float, exactly.
   *
   * @param index which element, row-major
   * @return its value
   */
  public float get(long index) {
    return switch (type) {
      case F32 -> data.get(FLOAT, index * Float.BYTES);
      case F16 -> Float.float16ToFloat(data.get(SHORT, index * Short.BYTES));
      case BF16 -> Float.intBitsToFloat(data.get(SHORT, index * Short.BYTES) << 16);
      default ->
          throw new FormatException(
              file, offset, "dtype of " + name, type, "must be one of F32, F16, BF16");
    };
  }

  /**
   * All elements as floats; for vectors, not for matrices.
   *
   * @return a new array
   */
  public float[] toFloats() {
    float[] values = new float[Math.toIntExact(elements())];
    for (int i = 0; i < values.length; i++) {
      values[i] = get(i);
    }
    return values;
  }
}
