package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/** Row arithmetic in plain Java. */
final class ScalarRows implements RowKernels {

  @Override
  public float dot(float[] a, int ao, float[] b, int bo, int n) {
    return ScalarDot.dot(a, ao, b, bo, n);
  }

  @Override
  public void axpy(float s, float[] x, int xo, float[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = Math.fma(s, x[xo + i], y[yo + i]);
    }
  }

  @Override
  public void scale(float s, float[] x, int xo, int n) {
    for (int i = 0; i < n; i++) {
      x[xo + i] *= s;
    }
  }

  @Override
  public void subtractRow(
      float[] row, int o, int dim, float[] rows, int ro, int rowStride, int count) {
    for (int r = 0; r < count; r++) {
      int at = ro + r * rowStride;
      for (int c = 0; c < dim; c++) {
        rows[at + c] -= row[o + c];
      }
    }
  }

  @Override
  public int firstNonFinite(float[] x, int o, int n) {
    for (int i = 0; i < n; i++) {
      if (!Float.isFinite(x[o + i])) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void storeF32(float[] src, int so, MemorySegment dst, long at, int n) {
    ScalarStorage.storeF32(src, so, dst, at, n);
  }

  @Override
  public void loadF32(MemorySegment src, long at, float[] dst, int o, int n) {
    ScalarStorage.loadF32(src, at, dst, o, n);
  }

  @Override
  public int storeF16(float[] src, int so, MemorySegment dst, long at, int n) {
    return ScalarStorage.storeF16(src, so, dst, at, n);
  }

  @Override
  public void loadE4m3(MemorySegment src, long at, float power, float[] dst, int o, int n) {
    ScalarStorage.loadE4m3(src, at, power, dst, o, n);
  }

  @Override
  public void loadF16(MemorySegment src, long at, float[] dst, int o, int n) {
    ScalarStorage.loadF16(src, at, dst, o, n);
  }

  @Override
  public int storeBf16(float[] src, int so, MemorySegment dst, long at, int n) {
    return ScalarStorage.storeBf16(src, so, dst, at, n);
  }

  @Override
  public void loadBf16(MemorySegment src, long at, float[] dst, int o, int n) {
    ScalarStorage.loadBf16(src, at, dst, o, n);
  }

  @Override
  public void scoreRowsF32(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] q,
      int qo,
      int queries,
      int qStride,
      float[] scores,
      int so,
      int stride) {
    for (int r = 0; r < count; r++) {
      long row = at + 4L * dim * r;
      for (int j = 0; j < queries; j++) {
        scores[so + j * stride + r] = ScalarAttention.dotF32(rows, row, dim, q, qo + j * qStride);
      }
    }
  }

  @Override
  public void scoreRowsF16(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] q,
      int qo,
      int queries,
      int qStride,
      float[] scores,
      int so,
      int stride) {
    for (int r = 0; r < count; r++) {
      long row = at + 2L * dim * r;
      for (int j = 0; j < queries; j++) {
        scores[so + j * stride + r] = ScalarAttention.dotF16(rows, row, dim, q, qo + j * qStride);
      }
    }
  }

  @Override
  public void scoreRows(
      float[] rows,
      int ro,
      int count,
      int dim,
      float[] q,
      int qo,
      int queries,
      int qStride,
      float[] scores,
      int so,
      int stride) {
    for (int r = 0; r < count; r++) {
      for (int j = 0; j < queries; j++) {
        scores[so + j * stride + r] = ScalarDot.dot(rows, ro + r * dim, q, qo + j * qStride, dim);
      }
    }
  }

  @Override
  public void accumulateRowsF32(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] w,
      int wo,
      int queries,
      int stride,
      float[] sums,
      int o,
      int sumStride) {
    for (int r = 0; r < count; r++) {
      long row = at + 4L * dim * r;
      for (int j = 0; j < queries; j++) {
        ScalarAttention.addF32(rows, row, dim, w[wo + j * stride + r], sums, o + j * sumStride);
      }
    }
  }

  @Override
  public void accumulateRowsF16(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] w,
      int wo,
      int queries,
      int stride,
      float[] sums,
      int o,
      int sumStride) {
    for (int r = 0; r < count; r++) {
      long row = at + 2L * dim * r;
      for (int j = 0; j < queries; j++) {
        ScalarAttention.addF16(rows, row, dim, w[wo + j * stride + r], sums, o + j * sumStride);
      }
    }
  }

  @Override
  public void accumulateRows(
      float[] rows,
      int ro,
      int count,
      int dim,
      float[] w,
      int wo,
      int queries,
      int stride,
      float[] sums,
      int o,
      int sumStride) {
    for (int r = 0; r < count; r++) {
      for (int j = 0; j < queries; j++) {
        axpy(w[wo + j * stride + r], rows, ro + r * dim, sums, o + j * sumStride, dim);
      }
    }
  }
}
