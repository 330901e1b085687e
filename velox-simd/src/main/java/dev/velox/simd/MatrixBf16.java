package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Lanes.H;
import static dev.velox.simd.Lanes.I;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.LE;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Products of a matrix of bf16 with activations. Each element is one chain of vector fma over the
 * columns and one tree of lanes, however many rows and tokens share the work.
 */
final class MatrixBf16 {
  private MatrixBf16() {}

  static void multiply(
      MemorySegment w,
      long at,
      int rowFrom,
      int rowTo,
      int cols,
      float[] x,
      int xo,
      int tokens,
      int xStride,
      float[] y,
      int yo,
      int yStride) {
    long rowBytes = 2L * cols;
    int tiled = tokens & ~3;
    int r = rowFrom;
    for (; tiled > 0 && rowTo - r >= 2; r += 2) {
      for (int t = 0; t < tiled; t += 4) {
        tile(
            w,
            at + r * rowBytes,
            cols,
            x,
            xo + t * xStride,
            xStride,
            y,
            yo + t * yStride + r,
            yStride);
      }
    }
    for (int t = 0; r < rowTo && t < tiled; t++) {
      rows(w, at, r, rowTo, cols, x, xo + t * xStride, y, yo + t * yStride);
    }
    for (int t = tiled; t < tokens; t++) {
      rows(w, at, rowFrom, rowTo, cols, x, xo + t * xStride, y, yo + t * yStride);
    }
  }

  /** One token, rows four at a time. */
  private static void rows(
      MemorySegment w,
      long at,
      int rowFrom,
      int rowTo,
      int cols,
      float[] x,
      int xo,
      float[] y,
      int yo) {
    long rowBytes = 2L * cols;
    int r = rowFrom;
    for (; rowTo - r >= 4; r += 4) {
      four(w, at + r * rowBytes, cols, x, xo, y, yo + r);
    }
    for (; r < rowTo; r++) {
      y[yo + r] = one(w, at + r * rowBytes, cols, x, xo);
    }
  }

  private static float one(MemorySegment w, long p, int cols, float[] x, int xo) {
    FloatVector s = FloatVector.zero(F);
    int whole = F.loopBound(cols);
    for (int c = 0; c < whole; c += L) {
      s =
          ShortVector.fromMemorySegment(H, w, p + 2L * c, LE)
              .convertShape(VectorOperators.S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats()
              .fma(FloatVector.fromArray(F, x, xo + c), FLOATS.cast(s));
    }
    if (L > 8) {
      s = s.add(s.rearrange(Lanes.SWAP_8));
    }
    if (L > 4) {
      s = s.add(s.rearrange(Lanes.SWAP_4));
    }
    s = s.add(s.rearrange(Lanes.SWAP_2));
    return Rest.bf16(w, p, whole, cols, x, xo, s.lane(0) + s.lane(1));
  }

  private static void four(
      MemorySegment w, long p, int cols, float[] x, int xo, float[] y, int yo) {
    long rowBytes = 2L * cols;
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int whole = F.loopBound(cols);
    for (int c = 0; c < whole; c += L) {
      FloatVector v = FloatVector.fromArray(F, x, xo + c);
      s0 =
          ShortVector.fromMemorySegment(H, w, p + 2L * c, LE)
              .convertShape(VectorOperators.S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s0));
      s1 =
          ShortVector.fromMemorySegment(H, w, p + rowBytes + 2L * c, LE)
              .convertShape(VectorOperators.S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s1));
      s2 =
          ShortVector.fromMemorySegment(H, w, p + 2 * rowBytes + 2L * c, LE)
              .convertShape(VectorOperators.S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s2));
      s3 =
          ShortVector.fromMemorySegment(H, w, p + 3 * rowBytes + 2L * c, LE)
              .convertShape(VectorOperators.S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s3));
    }
    FloatVector ab =
        s0.blend(s1, Lanes.UPPER_HALF)
            .add(s1.blend(s0, Lanes.UPPER_HALF).rearrange(Lanes.SWAP_HALF));
    FloatVector cd =
        s2.blend(s3, Lanes.UPPER_HALF)
            .add(s3.blend(s2, Lanes.UPPER_HALF).rearrange(Lanes.SWAP_HALF));
    FloatVector sums =
        ab.blend(cd, Lanes.UPPER_QUARTER)
            .add(cd.blend(ab, Lanes.UPPER_QUARTER).rearrange(Lanes.SWAP_QUARTER));
    if (L > 8) {
      sums = sums.add(sums.rearrange(Lanes.SWAP_2));
    }
    if (L > 4) {
      sums = sums.add(sums.rearrange(Lanes.SWAP_1));
    }
    y[yo] = sums.lane(0);
    y[yo + 1] = sums.lane(Lanes.AT_B);
    y[yo + 2] = sums.lane(Lanes.AT_C);
    y[yo + 3] = sums.lane(Lanes.AT_D);
    for (int i = 0; whole < cols && i < 4; i++) {
      y[yo + i] = Rest.bf16(w, p + i * rowBytes, whole, cols, x, xo, y[yo + i]);
    }
  }

  /** Two rows and four tokens. */
  private static void tile(
      MemorySegment w,
      long p,
      int cols,
      float[] x,
      int xo,
      int xStride,
      float[] y,
      int yo,
      int yStride) {
    long rowBytes = 2L * cols;
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = FloatVector.zero(F);
    FloatVector s2 = FloatVector.zero(F);
    FloatVector s3 = FloatVector.zero(F);
    FloatVector t0 = FloatVector.zero(F);
    FloatVector t1 = FloatVector.zero(F);
    FloatVector t2 = FloatVector.zero(F);
    FloatVector t3 = FloatVector.zero(F);
    int whole = F.loopBound(cols);
    for (int c = 0; c < whole; c += L) {
      FloatVector v =
          ShortVector.fromMemorySegment(H, w, p + 2L * c, LE)
              .convertShape(VectorOperators.S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      FloatVector u =
          ShortVector.fromMemorySegment(H, w, p + rowBytes + 2L * c, LE)
              .convertShape(VectorOperators.S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, 16)
              .reinterpretAsFloats();
      int from = xo + c;
      FloatVector x0 = FloatVector.fromArray(F, x, from);
      s0 = v.fma(x0, FLOATS.cast(s0));
      t0 = u.fma(x0, FLOATS.cast(t0));
      FloatVector x1 = FloatVector.fromArray(F, x, from + xStride);
      s1 = v.fma(x1, FLOATS.cast(s1));
      t1 = u.fma(x1, FLOATS.cast(t1));
      FloatVector x2 = FloatVector.fromArray(F, x, from + 2 * xStride);
      s2 = v.fma(x2, FLOATS.cast(s2));
      t2 = u.fma(x2, FLOATS.cast(t2));
      FloatVector x3 = FloatVector.fromArray(F, x, from + 3 * xStride);
      s3 = v.fma(x3, FLOATS.cast(s3));
      t3 = u.fma(x3, FLOATS.cast(t3));
    }
    FloatVector s01 =
        s0.blend(s1, Lanes.UPPER_HALF)
            .add(s1.blend(s0, Lanes.UPPER_HALF).rearrange(Lanes.SWAP_HALF));
    FloatVector s23 =
        s2.blend(s3, Lanes.UPPER_HALF)
            .add(s3.blend(s2, Lanes.UPPER_HALF).rearrange(Lanes.SWAP_HALF));
    FloatVector s =
        s01.blend(s23, Lanes.UPPER_QUARTER)
            .add(s23.blend(s01, Lanes.UPPER_QUARTER).rearrange(Lanes.SWAP_QUARTER));
    if (L > 8) {
      s = s.add(s.rearrange(Lanes.SWAP_2));
    }
    if (L > 4) {
      s = s.add(s.rearrange(Lanes.SWAP_1));
    }
    FloatVector t01 =
        t0.blend(t1, Lanes.UPPER_HALF)
            .add(t1.blend(t0, Lanes.UPPER_HALF).rearrange(Lanes.SWAP_HALF));
    FloatVector t23 =
        t2.blend(t3, Lanes.UPPER_HALF)
            .add(t3.blend(t2, Lanes.UPPER_HALF).rearrange(Lanes.SWAP_HALF));
    FloatVector t =
        t01.blend(t23, Lanes.UPPER_QUARTER)
            .add(t23.blend(t01, Lanes.UPPER_QUARTER).rearrange(Lanes.SWAP_QUARTER));
    if (L > 8) {
      t = t.add(t.rearrange(Lanes.SWAP_2));
    }
    if (L > 4) {
      t = t.add(t.rearrange(Lanes.SWAP_1));
    }
    y[yo] = s.lane(0);
    y[yo + 1] = t.lane(0);
    y[yo + yStride] = s.lane(Lanes.AT_B);
    y[yo + yStride + 1] = t.lane(Lanes.AT_B);
    y[yo + 2 * yStride] = s.lane(Lanes.AT_C);
    y[yo + 2 * yStride + 1] = t.lane(Lanes.AT_C);
    y[yo + 3 * yStride] = s.lane(Lanes.AT_D);
    y[yo + 3 * yStride + 1] = t.lane(Lanes.AT_D);
    for (int i = 0; whole < cols && i < 4; i++) {
      int to = yo + i * yStride;
      y[to] = Rest.bf16(w, p, whole, cols, x, xo + i * xStride, y[to]);
      y[to + 1] = Rest.bf16(w, p + rowBytes, whole, cols, x, xo + i * xStride, y[to + 1]);
    }
  }
}
