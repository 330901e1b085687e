package dev.velox.simd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * What is left of a row after whole vectors, one element after the other. Head dims and matrix
 * widths are rarely so odd.
 */
final class Rest {
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Rest() {}

  static float f32(MemorySegment row, long p, int from, int to, float[] x, int xo, float sum) {
    float s = sum;
    for (int c = from; c < to; c++) {
      s = Math.fma(row.get(FLOAT, p + 4L * c), x[xo + c], s);
    }
    return s;
  }

  static float f16(MemorySegment row, long p, int from, int to, float[] x, int xo, float sum) {
    float s = sum;
    for (int c = from; c < to; c++) {
      s = Math.fma(Float.float16ToFloat(row.get(SHORT, p + 2L * c)), x[xo + c], s);
    }
    return s;
  }

  static float bf16(MemorySegment row, long p, int from, int to, float[] x, int xo, float sum) {
    float s = sum;
    for (int c = from; c < to; c++) {
      s = Math.fma(Float.intBitsToFloat(row.get(SHORT, p + 2L * c) << 16), x[xo + c], s);
    }
    return s;
  }

  static float heap(float[] row, int p, int from, int to, float[] x, int xo, float sum) {
    float s = sum;
    for (int c = from; c < to; c++) {
      s = Math.fma(row[p + c], x[xo + c], s);
    }
    return s;
  }

  static void addF32(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      int column,
      float[] w,
      int wo,
      float[] sums,
      int o) {
    for (int r = 0; r < count; r++) {
      long p = at + 4L * r * dim;
      for (int c = column; c < dim; c++) {
        sums[o + c] = Math.fma(rows.get(FLOAT, p + 4L * c), w[wo + r], sums[o + c]);
      }
    }
  }

  static void addF16(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      int column,
      float[] w,
      int wo,
      float[] sums,
      int o) {
    for (int r = 0; r < count; r++) {
      long p = at + 2L * r * dim;
      for (int c = column; c < dim; c++) {
        float x = Float.float16ToFloat(rows.get(SHORT, p + 2L * c));
        sums[o + c] = Math.fma(x, w[wo + r], sums[o + c]);
      }
    }
  }

  static void addHeap(
      float[] rows,
      int ro,
      int count,
      int dim,
      int column,
      float[] w,
      int wo,
      float[] sums,
      int o) {
    for (int r = 0; r < count; r++) {
      int p = ro + r * dim;
      for (int c = column; c < dim; c++) {
        sums[o + c] = Math.fma(rows[p + c], w[wo + r], sums[o + c]);
      }
    }
  }
}
