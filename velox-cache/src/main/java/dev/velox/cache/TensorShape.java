package dev.velox.cache;

import dev.velox.api.ConfigException;
import java.util.Arrays;

/** The shape of a whole tensor: {@code (tokens, dim)}, or {@code (batch, heads, tokens, dim)}. */
record TensorShape(int batch, int heads, int tokens, int dim) {

  static TensorShape of(int[] shape, int headDim) {
    boolean rows = shape.length == 2;
    if ((!rows && shape.length != 4)
        || Arrays.stream(shape).anyMatch(n -> n < 1)
        || shape[shape.length - 1] != headDim) {
      throw new ConfigException(
          "quantizer",
          "shape",
          Arrays.toString(shape),
          "must be [tokens, " + headDim + "] or [batch, heads, tokens, " + headDim + "]");
    }
    return rows
        ? new TensorShape(1, 1, shape[0], headDim)
        : new TensorShape(shape[0], shape[1], shape[2], headDim);
  }

  int floats() {
    return Math.multiplyExact(Math.multiplyExact(batch, heads), Math.multiplyExact(tokens, dim));
  }

  void check(String what, float[] rows) {
    if (rows.length != floats()) {
      throw new ConfigException(
          "quantizer", what + " length", rows.length, "must be the shape's " + floats());
    }
    for (int i = 0; i < rows.length; i++) {
      if (!Float.isFinite(rows[i])) {
        throw new ConfigException("quantizer", what + " element " + i, rows[i], "must be finite");
      }
    }
  }

  int offset(int element, int head) {
    return (element * heads + head) * tokens * dim;
  }

  void copy(float[] rows, int element, int head, float[] into, int at) {
    System.arraycopy(rows, offset(element, head), into, at, tokens * dim);
  }
}
