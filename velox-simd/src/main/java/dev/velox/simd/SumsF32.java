package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.LE;
import static dev.velox.simd.Lanes.WIDE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import jdk.incubator.vector.FloatVector;

/**
 * Weighted sums of f32 rows in memory. Each element of a sum takes its rows in order, one fma a
 * row. The fence, no instruction on x86, keeps the compiler from reading several rows column by
 * column, which defeats the hardware's prefetching.
 */
final class SumsF32 {
  /** Rows that several queries read while they are near; one query reads on. */
  private static final int BLOCK = 64;

  private static final int RUN = 1024;

  /**
   * How far ahead of a row two numbers are read: of rows of 512 bytes too few are under way at once
   * for the hardware to read on by itself, in some processes and not in others.
   */
  private static final int AHEAD = 4096;

  private static final int ANY = 0x5eed1234;

  private SumsF32() {}

  static void accumulate(
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
    int block = queries == 1 ? RUN : BLOCK;
    for (int r = 0; r < count; r += block) {
      int n = Math.min(block, count - r);
      long from = at + 4L * r * dim;
      int j = 0;
      if (WIDE) {
        for (; queries - j >= 4; j += 4) {
          SharedSumsF32.four(
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
        SharedSumsF32.two(
            rows, from, n, dim, w, wo + j * stride + r, stride, sums, o + j * sumStride, sumStride);
      }
      if (j < queries) {
        one(rows, from, n, dim, 0, w, wo + j * stride + r, sums, o + j * sumStride);
      }
    }
  }

  /** One query's sum, from a column on. */
  static void one(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      int column,
      float[] w,
      int wo,
      float[] sums,
      int o) {
    int c = column;
    for (; dim - c >= 8 * L; c += 8 * L) {
      keep(eightVectors(rows, at + 4L * c, count, dim, w, wo, sums, o + c));
    }
    for (; dim - c >= 4 * L; c += 4 * L) {
      fourVectors(rows, at + 4L * c, count, dim, w, wo, sums, o + c);
    }
    for (; dim - c >= L; c += L) {
      oneVector(rows, at + 4L * c, count, dim, w, wo, sums, o + c);
    }
    if (c < dim) {
      Rest.addF32(rows, at, count, dim, c, w, wo, sums, o);
    }
  }

  /** Uses what was only read ahead, so that the compiler does not leave the reading out. */
  private static void keep(int seen) {
    if (seen == ANY) {
      VarHandle.fullFence();
    }
  }

  /** The sum of eight vectors' columns; returns what was read ahead. */
  private static int eightVectors(
      MemorySegment rows, long at, int count, int dim, float[] w, int wo, float[] sums, int o) {
    FloatVector a0 = FloatVector.fromArray(F, sums, o);
    FloatVector a1 = FloatVector.fromArray(F, sums, o + L);
    FloatVector a2 = FloatVector.fromArray(F, sums, o + 2 * L);
    FloatVector a3 = FloatVector.fromArray(F, sums, o + 3 * L);
    FloatVector a4 = FloatVector.fromArray(F, sums, o + 4 * L);
    FloatVector a5 = FloatVector.fromArray(F, sums, o + 5 * L);
    FloatVector a6 = FloatVector.fromArray(F, sums, o + 6 * L);
    FloatVector a7 = FloatVector.fromArray(F, sums, o + 7 * L);
    long p = at;
    long last = at + 4L * dim * (count - 1);
    int seen = 0;
    for (int r = 0; r < count; r++, p += 4L * dim) {
      long next = Math.min(p + AHEAD, last);
      seen +=
          rows.get(ValueLayout.JAVA_INT_UNALIGNED, next)
              + rows.get(ValueLayout.JAVA_INT_UNALIGNED, next + 4L * 4 * L);
      FloatVector x = FloatVector.broadcast(F, w[wo + r]);
      a0 = FloatVector.fromMemorySegment(F, rows, p, LE).fma(x, FLOATS.cast(a0));
      a1 = FloatVector.fromMemorySegment(F, rows, p + 4L * L, LE).fma(x, FLOATS.cast(a1));
      a2 = FloatVector.fromMemorySegment(F, rows, p + 4L * 2 * L, LE).fma(x, FLOATS.cast(a2));
      a3 = FloatVector.fromMemorySegment(F, rows, p + 4L * 3 * L, LE).fma(x, FLOATS.cast(a3));
      a4 = FloatVector.fromMemorySegment(F, rows, p + 4L * 4 * L, LE).fma(x, FLOATS.cast(a4));
      a5 = FloatVector.fromMemorySegment(F, rows, p + 4L * 5 * L, LE).fma(x, FLOATS.cast(a5));
      a6 = FloatVector.fromMemorySegment(F, rows, p + 4L * 6 * L, LE).fma(x, FLOATS.cast(a6));
      a7 = FloatVector.fromMemorySegment(F, rows, p + 4L * 7 * L, LE).fma(x, FLOATS.cast(a7));
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
    return seen;
  }

  private static void fourVectors(
      MemorySegment rows, long at, int count, int dim, float[] w, int wo, float[] sums, int o) {
    FloatVector a0 = FloatVector.fromArray(F, sums, o);
    FloatVector a1 = FloatVector.fromArray(F, sums, o + L);
    FloatVector a2 = FloatVector.fromArray(F, sums, o + 2 * L);
    FloatVector a3 = FloatVector.fromArray(F, sums, o + 3 * L);
    long p = at;
    for (int r = 0; r < count; r++, p += 4L * dim) {
      FloatVector x = FloatVector.broadcast(F, w[wo + r]);
      a0 = FloatVector.fromMemorySegment(F, rows, p, LE).fma(x, FLOATS.cast(a0));
      a1 = FloatVector.fromMemorySegment(F, rows, p + 4L * L, LE).fma(x, FLOATS.cast(a1));
      a2 = FloatVector.fromMemorySegment(F, rows, p + 4L * 2 * L, LE).fma(x, FLOATS.cast(a2));
      a3 = FloatVector.fromMemorySegment(F, rows, p + 4L * 3 * L, LE).fma(x, FLOATS.cast(a3));
      VarHandle.loadLoadFence();
    }
    FLOATS.cast(a0).intoArray(sums, o);
    FLOATS.cast(a1).intoArray(sums, o + L);
    FLOATS.cast(a2).intoArray(sums, o + 2 * L);
    FLOATS.cast(a3).intoArray(sums, o + 3 * L);
  }

  private static void oneVector(
      MemorySegment rows, long at, int count, int dim, float[] w, int wo, float[] sums, int o) {
    FloatVector a0 = FloatVector.fromArray(F, sums, o);
    long p = at;
    for (int r = 0; r < count; r++, p += 4L * dim) {
      FloatVector x = FloatVector.broadcast(F, w[wo + r]);
      a0 = FloatVector.fromMemorySegment(F, rows, p, LE).fma(x, FLOATS.cast(a0));
      VarHandle.loadLoadFence();
    }
    FLOATS.cast(a0).intoArray(sums, o);
  }
}
