package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.WIDE;

import java.lang.invoke.VarHandle;
import jdk.incubator.vector.FloatVector;

/**
 * Weighted sums of rows on the heap. Each element of a sum takes its rows in order, one fma a row.
 * The fence, no instruction on x86, keeps the compiler from reading several rows column by column,
 * which defeats the hardware's prefetching.
 */
final class SumsHeap {
  private static final int BLOCK = 64;

  private SumsHeap() {}

  static void accumulate(
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
    for (int r = 0; r < count; r += BLOCK) {
      int n = Math.min(BLOCK, count - r);
      int from = ro + r * dim;
      int j = 0;
      if (WIDE) {
        for (; queries - j >= 4; j += 4) {
          SharedSumsHeap.four(
              rows,
              from,
              n,
              dim,
              w,
              wo + j * stride + r,
              stride,
              sums,
              o + j * sumStride,
              sumStride);
        }
      }
      for (; queries - j >= 2; j += 2) {
        SharedSumsHeap.two(
            rows, from, n, dim, w, wo + j * stride + r, stride, sums, o + j * sumStride, sumStride);
      }
      if (j < queries) {
        one(rows, from, n, dim, 0, w, wo + j * stride + r, sums, o + j * sumStride);
      }
    }
  }

  /** One query's sum, from a column on. */
  static void one(
      float[] rows,
      int ro,
      int count,
      int dim,
      int column,
      float[] w,
      int wo,
      float[] sums,
      int o) {
    int c = column;
    for (; dim - c >= 8 * L; c += 8 * L) {
      eightVectors(rows, ro + c, count, dim, w, wo, sums, o + c);
    }
    for (; dim - c >= 4 * L; c += 4 * L) {
      fourVectors(rows, ro + c, count, dim, w, wo, sums, o + c);
    }
    for (; dim - c >= L; c += L) {
      oneVector(rows, ro + c, count, dim, w, wo, sums, o + c);
    }
    if (c < dim) {
      Rest.addHeap(rows, ro, count, dim, c, w, wo, sums, o);
    }
  }

  private static void eightVectors(
      float[] rows, int ro, int count, int dim, float[] w, int wo, float[] sums, int o) {
    FloatVector a0 = FloatVector.fromArray(F, sums, o);
    FloatVector a1 = FloatVector.fromArray(F, sums, o + L);
    FloatVector a2 = FloatVector.fromArray(F, sums, o + 2 * L);
    FloatVector a3 = FloatVector.fromArray(F, sums, o + 3 * L);
    FloatVector a4 = FloatVector.fromArray(F, sums, o + 4 * L);
    FloatVector a5 = FloatVector.fromArray(F, sums, o + 5 * L);
    FloatVector a6 = FloatVector.fromArray(F, sums, o + 6 * L);
    FloatVector a7 = FloatVector.fromArray(F, sums, o + 7 * L);
    int p = ro;
    for (int r = 0; r < count; r++, p += dim) {
      FloatVector x = FloatVector.broadcast(F, w[wo + r]);
      a0 = FloatVector.fromArray(F, rows, p).fma(x, FLOATS.cast(a0));
      a1 = FloatVector.fromArray(F, rows, p + L).fma(x, FLOATS.cast(a1));
      a2 = FloatVector.fromArray(F, rows, p + 2 * L).fma(x, FLOATS.cast(a2));
      a3 = FloatVector.fromArray(F, rows, p + 3 * L).fma(x, FLOATS.cast(a3));
      a4 = FloatVector.fromArray(F, rows, p + 4 * L).fma(x, FLOATS.cast(a4));
      a5 = FloatVector.fromArray(F, rows, p + 5 * L).fma(x, FLOATS.cast(a5));
      a6 = FloatVector.fromArray(F, rows, p + 6 * L).fma(x, FLOATS.cast(a6));
      a7 = FloatVector.fromArray(F, rows, p + 7 * L).fma(x, FLOATS.cast(a7));
      VarHandle.loadLoadFence();
    }
    FLOATS.cast(a0).intoArray(sums, o);
    FLOATS.cast(a1).intoArray(sums, o + L);
    FLOATS.cast(a2).intoArray(sums, o + 2 * L);
    FLOATS.cast(a3).intoArray(sums, o + 3 * L);
    FLOATS.cast(a4).intoArray(sums, o + 4 * L);
    FLOATS.cast(a5).intoArray(sums, o + 5 * L);
    FLOATS.cast(a6).intoArray(sums, o + 6 * L);
    FLOATS.cast(a7).intoArray(sums, o + 7 * L);
  }

  private static void fourVectors(
      float[] rows, int ro, int count, int dim, float[] w, int wo, float[] sums, int o) {
    FloatVector a0 = FloatVector.fromArray(F, sums, o);
    FloatVector a1 = FloatVector.fromArray(F, sums, o + L);
    FloatVector a2 = FloatVector.fromArray(F, sums, o + 2 * L);
    FloatVector a3 = FloatVector.fromArray(F, sums, o + 3 * L);
    int p = ro;
    for (int r = 0; r < count; r++, p += dim) {
      FloatVector x = FloatVector.broadcast(F, w[wo + r]);
      a0 = FloatVector.fromArray(F, rows, p).fma(x, FLOATS.cast(a0));
      a1 = FloatVector.fromArray(F, rows, p + L).fma(x, FLOATS.cast(a1));
      a2 = FloatVector.fromArray(F, rows, p + 2 * L).fma(x, FLOATS.cast(a2));
      a3 = FloatVector.fromArray(F, rows, p + 3 * L).fma(x, FLOATS.cast(a3));
      VarHandle.loadLoadFence();
    }
    FLOATS.cast(a0).intoArray(sums, o);
    FLOATS.cast(a1).intoArray(sums, o + L);
    FLOATS.cast(a2).intoArray(sums, o + 2 * L);
    FLOATS.cast(a3).intoArray(sums, o + 3 * L);
  }

  private static void oneVector(
      float[] rows, int ro, int count, int dim, float[] w, int wo, float[] sums, int o) {
    FloatVector a0 = FloatVector.fromArray(F, sums, o);
    int p = ro;
    for (int r = 0; r < count; r++, p += dim) {
      FloatVector x = FloatVector.broadcast(F, w[wo + r]);
      a0 = FloatVector.fromArray(F, rows, p).fma(x, FLOATS.cast(a0));
      VarHandle.loadLoadFence();
    }
    FLOATS.cast(a0).intoArray(sums, o);
  }
}
