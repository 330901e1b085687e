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

  /** Weights {@code [batch][heads][tokens]} as {@code [heads][batch * tokens]}; refuses others. */
  float[] rowWeights(float[] weights) {
    int rows = Math.multiplyExact(Math.multiplyExact(batch, heads), tokens);
    if (weights.length != rows) {
      throw new ConfigException(
          "quantizer", "weights length", weights.length, "must be one a row, " + rows);
    }
    float[] ordered = new float[rows];
    for (int h = 0; h < heads; h++) {
      float greatest = 0;
      for (int b = 0; b < batch; b++) {
        for (int t = 0; t < tokens; t++) {
          int at = (b * heads + h) * tokens + t;
          if (!(weights[at] >= 0) || !Float.isFinite(weights[at])) {
            throw new ConfigException(
                "quantizer", "weight " + at, weights[at], "must be finite, 0 or more");
          }
          greatest = Math.max(greatest, weights[at]);
          ordered[(h * batch + b) * tokens + t] = weights[at];
        }
      }
      if (greatest == 0) {
        throw new ConfigException("quantizer", "weights of head", h, "must not all be 0");
      }
    }
    return ordered;
  }

  int offset(int element, int head) {
    return (element * heads + head) * tokens * dim;
  }

  void copy(float[] rows, int element, int head, float[] into, int at) {
    System.arraycopy(rows, offset(element, head), into, at, tokens * dim);
  }
}
