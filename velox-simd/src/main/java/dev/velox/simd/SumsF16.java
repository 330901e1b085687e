package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Lanes.H;
import static dev.velox.simd.Lanes.I;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.LE;
import static dev.velox.simd.Lanes.WIDE;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Weighted sums of f16 rows in memory. Each element of a sum takes its rows in order, one fma a
 * row. The fence, no instruction on x86, keeps the compiler from reading several rows column by
 * column, which defeats the hardware's prefetching. In the widest kernel the conversion of halves
 * is written out: eight calls of a method would pass the compiler's limit for inlining, and every
 * vector would be boxed.
 */
final class SumsF16 {
  /** Rows that several queries read while they are near; one query reads on. */
  private static final int BLOCK = 64;

  private static final int RUN = 1024;

  private SumsF16() {}

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
      long from = at + 2L * r * dim;
      int j = 0;
      if (WIDE) {
        for (; queries - j >= 4; j += 4) {
          SharedSumsF16.four(
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
        SharedSumsF16.two(
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
      eightVectors(rows, at + 2L * c, count, dim, w, wo, sums, o + c);
    }
    for (; dim - c >= 4 * L; c += 4 * L) {
      fourVectors(rows, at + 2L * c, count, dim, w, wo, sums, o + c);
    }
    for (; dim - c >= L; c += L) {
      oneVector(rows, at + 2L * c, count, dim, w, wo, sums, o + c);
    }
    if (c < dim) {
      Rest.addF16(rows, at, count, dim, c, w, wo, sums, o);
    }
  }

  private static void eightVectors(
      MemorySegment rows, long at, int count, int dim, float[] w, int wo, float[] sums, int o) {
    FloatVector a0 = FloatVector.fromArray(F, sums, o);
    FloatVector a1 = FloatVector.fromArray(F, sums, o + L);
    FloatVector a2 = FloatVector.fromArray(F, sums, o + 2 * L);
    FloatVector a3 = FloatVector.fromArray(F, sums, o + 3 * L);
    FloatVector a4 = FloatVector.fromArray(F, sums, o + 4 * L);
    FloatVector a5 = FloatVector.fromArray(F, sums, o + 5 * L);
    FloatVector a6 = FloatVector.fromArray(F, sums, o + 6 * L);
    FloatVector a7 = FloatVector.fromArray(F, sums, o + 7 * L);
    IntVector bits = IntVector.broadcast(I, Halves.BITS);
    FloatVector scale = FloatVector.broadcast(F, Halves.SCALE);
    long p = at;
    for (int r = 0; r < count; r++, p += 2L * dim) {
      FloatVector x = FloatVector.broadcast(F, w[wo + r]);
      a0 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a0));
      a1 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 2L * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a1));
      a2 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 2L * 2 * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a2));
      a3 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 2L * 3 * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a3));
      a4 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 2L * 4 * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a4));
      a5 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 2L * 5 * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a5));
      a6 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 2L * 6 * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a6));
      a7 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 2L * 7 * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a7));
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
      MemorySegment rows, long at, int count, int dim, float[] w, int wo, float[] sums, int o) {
    FloatVector a0 = FloatVector.fromArray(F, sums, o);
    FloatVector a1 = FloatVector.fromArray(F, sums, o + L);
    FloatVector a2 = FloatVector.fromArray(F, sums, o + 2 * L);
    FloatVector a3 = FloatVector.fromArray(F, sums, o + 3 * L);
    IntVector bits = IntVector.broadcast(I, Halves.BITS);
    FloatVector scale = FloatVector.broadcast(F, Halves.SCALE);
    long p = at;
    for (int r = 0; r < count; r++, p += 2L * dim) {
      FloatVector x = FloatVector.broadcast(F, w[wo + r]);
      a0 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a0));
      a1 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 2L * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a1));
      a2 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 2L * 2 * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a2));
      a3 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 2L * 3 * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a3));
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
    IntVector bits = IntVector.broadcast(I, Halves.BITS);
    FloatVector scale = FloatVector.broadcast(F, Halves.SCALE);
    long p = at;
    for (int r = 0; r < count; r++, p += 2L * dim) {
      FloatVector x = FloatVector.broadcast(F, w[wo + r]);
      a0 =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(scale)
              .fma(x, FLOATS.cast(a0));
      VarHandle.loadLoadFence();
    }
    FLOATS.cast(a0).intoArray(sums, o);
  }
}
