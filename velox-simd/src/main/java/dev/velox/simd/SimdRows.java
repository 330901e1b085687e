package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.L;

import dev.velox.kernels.RowKernels;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;

/** Row arithmetic on vectors. */
final class SimdRows implements RowKernels {

  @Override
  public float dot(float[] a, int ao, float[] b, int bo, int n) {
    return Dot.dot(a, ao, b, bo, n);
  }

  @Override
  public void axpy(float s, float[] x, int xo, float[] y, int yo, int n) {
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      FloatVector sum = FloatVector.fromArray(F, y, yo + i);
      FloatVector.fromArray(F, x, xo + i)
          .fma(FloatVector.broadcast(F, s), sum)
          .intoArray(y, yo + i);
    }
    Lanes.SCALAR_ROWS.axpy(s, x, xo + i, y, yo + i, n - i);
  }

  @Override
  public void scale(float s, float[] x, int xo, int n) {
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      FloatVector.fromArray(F, x, xo + i).mul(s).intoArray(x, xo + i);
    }
    Lanes.SCALAR_ROWS.scale(s, x, xo + i, n - i);
  }

  @Override
  public void subtractRow(
      float[] row, int o, int dim, float[] rows, int ro, int rowStride, int count) {
    int whole = F.loopBound(dim);
    for (int c = 0; c < whole; c += L) {
      FloatVector v = FloatVector.fromArray(F, row, o + c);
      for (int r = 0; r < count; r++) {
        int at = ro + r * rowStride + c;
        FloatVector.fromArray(F, rows, at).sub(v).intoArray(rows, at);
      }
    }
    Lanes.SCALAR_ROWS.subtractRow(row, o + whole, dim - whole, rows, ro + whole, rowStride, count);
  }

  @Override
  public int firstNonFinite(float[] x, int o, int n) {
    return Magnitudes.greatest(x, o, n) < Magnitudes.INFINITE
        ? -1
        : Lanes.SCALAR_ROWS.firstNonFinite(x, o, n);
  }

  @Override
  public void storeF32(float[] src, int so, MemorySegment dst, long at, int n) {
    Lanes.SCALAR_ROWS.storeF32(src, so, dst, at, n);
  }

  @Override
  public void loadF32(MemorySegment src, long at, float[] dst, int o, int n) {
    Lanes.SCALAR_ROWS.loadF32(src, at, dst, o, n);
  }

  @Override
  public int storeF16(float[] src, int so, MemorySegment dst, long at, int n) {
    return Halves.store(src, so, dst, at, n);
  }

  @Override
  public void loadE4m3(MemorySegment src, long at, float power, float[] dst, int o, int n) {
    Eighths.load(src, at, power, dst, o, n);
  }

  @Override
  public void loadF16(MemorySegment src, long at, float[] dst, int o, int n) {
    Halves.load(src, at, dst, o, n);
  }

  @Override
  public int storeBf16(float[] src, int so, MemorySegment dst, long at, int n) {
    return BrainFloats.store(src, so, dst, at, n);
  }

  @Override
  public void loadBf16(MemorySegment src, long at, float[] dst, int o, int n) {
    BrainFloats.load(src, at, dst, o, n);
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
    ScoresF32.score(rows, at, count, dim, q, qo, queries, qStride, scores, so, stride);
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
    ScoresF16.score(rows, at, count, dim, q, qo, queries, qStride, scores, so, stride);
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
    ScoresHeap.score(rows, ro, count, dim, q, qo, queries, qStride, scores, so, stride);
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
    SumsF32.accumulate(rows, at, count, dim, w, wo, queries, stride, sums, o, sumStride);
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
    SumsF16.accumulate(rows, at, count, dim, w, wo, queries, stride, sums, o, sumStride);
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
    SumsHeap.accumulate(rows, ro, count, dim, w, wo, queries, stride, sums, o, sumStride);
  }
}
