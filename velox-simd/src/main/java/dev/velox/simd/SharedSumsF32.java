package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.LE;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import jdk.incubator.vector.FloatVector;

/** Weighted sums of f32 rows in memory, each row read once for two or four queries. */
final class SharedSumsF32 {
  private SharedSumsF32() {}

  /** Two queries. */
  static void two(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] w,
      int wo,
      int stride,
      float[] sums,
      int o,
      int sumStride) {
    int c = 0;
    for (; dim - c >= 4 * L; c += 4 * L) {
      twoByFour(rows, at + 4L * c, count, dim, w, wo, stride, sums, o + c, sumStride);
    }
    for (int j = 0; c < dim && j < 2; j++) {
      SumsF32.one(rows, at, count, dim, c, w, wo + j * stride, sums, o + j * sumStride);
    }
  }

  /** Four queries. */
  static void four(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] w,
      int wo,
      int stride,
      float[] sums,
      int o,
      int sumStride) {
    int c = 0;
    for (; dim - c >= 4 * L; c += 4 * L) {
      fourByFour(rows, at + 4L * c, count, dim, w, wo, stride, sums, o + c, sumStride);
    }
    for (int j = 0; c < dim && j < 4; j++) {
      SumsF32.one(rows, at, count, dim, c, w, wo + j * stride, sums, o + j * sumStride);
    }
  }

  private static void twoByFour(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] w,
      int wo,
      int stride,
      float[] sums,
      int o,
      int sumStride) {
    FloatVector a0 = FloatVector.fromArray(F, sums, o);
    FloatVector a1 = FloatVector.fromArray(F, sums, o + L);
    FloatVector a2 = FloatVector.fromArray(F, sums, o + 2 * L);
    FloatVector a3 = FloatVector.fromArray(F, sums, o + 3 * L);
    FloatVector b0 = FloatVector.fromArray(F, sums, o + sumStride);
    FloatVector b1 = FloatVector.fromArray(F, sums, o + sumStride + L);
    FloatVector b2 = FloatVector.fromArray(F, sums, o + sumStride + 2 * L);
    FloatVector b3 = FloatVector.fromArray(F, sums, o + sumStride + 3 * L);
    long p = at;
    for (int r = 0; r < count; r++, p += 4L * dim) {
      FloatVector v0 = FloatVector.fromMemorySegment(F, rows, p, LE);
      FloatVector v1 = FloatVector.fromMemorySegment(F, rows, p + 4L * L, LE);
      FloatVector v2 = FloatVector.fromMemorySegment(F, rows, p + 4L * 2 * L, LE);
      FloatVector v3 = FloatVector.fromMemorySegment(F, rows, p + 4L * 3 * L, LE);
      FloatVector x = FloatVector.broadcast(F, w[wo + r]);
      a0 = v0.fma(x, FLOATS.cast(a0));
      a1 = v1.fma(x, FLOATS.cast(a1));
      a2 = v2.fma(x, FLOATS.cast(a2));
      a3 = v3.fma(x, FLOATS.cast(a3));
      x = FloatVector.broadcast(F, w[wo + r + stride]);
      b0 = v0.fma(x, FLOATS.cast(b0));
      b1 = v1.fma(x, FLOATS.cast(b1));
      b2 = v2.fma(x, FLOATS.cast(b2));
      b3 = v3.fma(x, FLOATS.cast(b3));
      VarHandle.loadLoadFence();
    }
    FLOATS.cast(a0).intoArray(sums, o);
    FLOATS.cast(a1).intoArray(sums, o + L);
    FLOATS.cast(a2).intoArray(sums, o + 2 * L);
    FLOATS.cast(a3).intoArray(sums, o + 3 * L);
    FLOATS.cast(b0).intoArray(sums, o + sumStride);
    FLOATS.cast(b1).intoArray(sums, o + sumStride + L);
    FLOATS.cast(b2).intoArray(sums, o + sumStride + 2 * L);
    FLOATS.cast(b3).intoArray(sums, o + sumStride + 3 * L);
  }

  private static void fourByFour(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] w,
      int wo,
      int stride,
      float[] sums,
      int o,
      int sumStride) {
    FloatVector a0 = FloatVector.fromArray(F, sums, o);
    FloatVector a1 = FloatVector.fromArray(F, sums, o + L);
    FloatVector a2 = FloatVector.fromArray(F, sums, o + 2 * L);
    FloatVector a3 = FloatVector.fromArray(F, sums, o + 3 * L);
    FloatVector b0 = FloatVector.fromArray(F, sums, o + sumStride);
    FloatVector b1 = FloatVector.fromArray(F, sums, o + sumStride + L);
    FloatVector b2 = FloatVector.fromArray(F, sums, o + sumStride + 2 * L);
    FloatVector b3 = FloatVector.fromArray(F, sums, o + sumStride + 3 * L);
    FloatVector c0 = FloatVector.fromArray(F, sums, o + 2 * sumStride);
    FloatVector c1 = FloatVector.fromArray(F, sums, o + 2 * sumStride + L);
    FloatVector c2 = FloatVector.fromArray(F, sums, o + 2 * sumStride + 2 * L);
    FloatVector c3 = FloatVector.fromArray(F, sums, o + 2 * sumStride + 3 * L);
    FloatVector d0 = FloatVector.fromArray(F, sums, o + 3 * sumStride);
    FloatVector d1 = FloatVector.fromArray(F, sums, o + 3 * sumStride + L);
    FloatVector d2 = FloatVector.fromArray(F, sums, o + 3 * sumStride + 2 * L);
    FloatVector d3 = FloatVector.fromArray(F, sums, o + 3 * sumStride + 3 * L);
    long p = at;
    for (int r = 0; r < count; r++, p += 4L * dim) {
      FloatVector v0 = FloatVector.fromMemorySegment(F, rows, p, LE);
      FloatVector v1 = FloatVector.fromMemorySegment(F, rows, p + 4L * L, LE);
      FloatVector v2 = FloatVector.fromMemorySegment(F, rows, p + 4L * 2 * L, LE);
      FloatVector v3 = FloatVector.fromMemorySegment(F, rows, p + 4L * 3 * L, LE);
      FloatVector x = FloatVector.broadcast(F, w[wo + r]);
      a0 = v0.fma(x, FLOATS.cast(a0));
      a1 = v1.fma(x, FLOATS.cast(a1));
      a2 = v2.fma(x, FLOATS.cast(a2));
      a3 = v3.fma(x, FLOATS.cast(a3));
      x = FloatVector.broadcast(F, w[wo + r + stride]);
      b0 = v0.fma(x, FLOATS.cast(b0));
      b1 = v1.fma(x, FLOATS.cast(b1));
      b2 = v2.fma(x, FLOATS.cast(b2));
      b3 = v3.fma(x, FLOATS.cast(b3));
      x = FloatVector.broadcast(F, w[wo + r + 2 * stride]);
      c0 = v0.fma(x, FLOATS.cast(c0));
      c1 = v1.fma(x, FLOATS.cast(c1));
      c2 = v2.fma(x, FLOATS.cast(c2));
      c3 = v3.fma(x, FLOATS.cast(c3));
      x = FloatVector.broadcast(F, w[wo + r + 3 * stride]);
      d0 = v0.fma(x, FLOATS.cast(d0));
      d1 = v1.fma(x, FLOATS.cast(d1));
      d2 = v2.fma(x, FLOATS.cast(d2));
      d3 = v3.fma(x, FLOATS.cast(d3));
      VarHandle.loadLoadFence();
    }
    FLOATS.cast(a0).intoArray(sums, o);
    FLOATS.cast(a1).intoArray(sums, o + L);
    FLOATS.cast(a2).intoArray(sums, o + 2 * L);
    FLOATS.cast(a3).intoArray(sums, o + 3 * L);
    FLOATS.cast(b0).intoArray(sums, o + sumStride);
    FLOATS.cast(b1).intoArray(sums, o + sumStride + L);
    FLOATS.cast(b2).intoArray(sums, o + sumStride + 2 * L);
    FLOATS.cast(b3).intoArray(sums, o + sumStride + 3 * L);
    FLOATS.cast(c0).intoArray(sums, o + 2 * sumStride);
    FLOATS.cast(c1).intoArray(sums, o + 2 * sumStride + L);
    FLOATS.cast(c2).intoArray(sums, o + 2 * sumStride + 2 * L);
    FLOATS.cast(c3).intoArray(sums, o + 2 * sumStride + 3 * L);
    FLOATS.cast(d0).intoArray(sums, o + 3 * sumStride);
    FLOATS.cast(d1).intoArray(sums, o + 3 * sumStride + L);
    FLOATS.cast(d2).intoArray(sums, o + 3 * sumStride + 2 * L);
    FLOATS.cast(d3).intoArray(sums, o + 3 * sumStride + 3 * L);
  }
}
