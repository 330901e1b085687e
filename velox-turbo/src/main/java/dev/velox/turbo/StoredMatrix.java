package dev.velox.turbo;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Products of rows with a square matrix kept in a table as fp32, row by row. */
final class StoredMatrix {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private StoredMatrix() {}

  static long bytes(int dim) {
    return (long) dim * dim * Float.BYTES;
  }

  static int workFloats(int dim) {
    return dim;
  }

  static void set(MemorySegment table, int dim, int row, int column, double value) {
    table.set(FLOAT, ((long) row * dim + column) * Float.BYTES, (float) value);
  }

  /**
   * {@code out_t = M x_t}, with the same bits on every path: the matrix is read once for all rows.
   * The rows and the products must not overlap.
   */
  static void multiply(
      MemorySegment table,
      int dim,
      float[] x,
      int xo,
      int xStride,
      int count,
      float[] out,
      int o,
      int stride,
      float[] work,
      int wo) {
    for (int i = 0; i < dim; i++) {
      ROWS.loadF32(table, (long) i * dim * Float.BYTES, work, wo, dim);
      for (int t = 0; t < count; t++) {
        out[o + t * stride + i] = ROWS.dot(work, wo, x, xo + t * xStride, dim);
      }
    }
  }

  /** Adds the transposed product: {@code out_t += M' x_t}. The two must not overlap. */
  static void addTransposed(
      MemorySegment table,
      int dim,
      float[] x,
      int xo,
      int xStride,
      int count,
      float[] out,
      int o,
      int stride,
      float[] work,
      int wo) {
    for (int i = 0; i < dim; i++) {
      ROWS.loadF32(table, (long) i * dim * Float.BYTES, work, wo, dim);
      for (int t = 0; t < count; t++) {
        ROWS.axpy(x[xo + t * xStride + i], work, wo, out, o + t * stride, dim);
      }
    }
  }
}
