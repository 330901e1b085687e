package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.L;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Products of a matrix of f16 with activations. Each element is one chain of vector fma over the
 * columns and one tree of lanes, however many rows and tokens share the work.
 */
final class MatrixF16 {
  private MatrixF16() {}

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
    for (; tiled > 0 && r <= rowTo - 2; r += 2) {
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
    for (; r <= rowTo - 4; r += 4) {
      four(w, at + r * rowBytes, cols, x, xo, y, yo + r);
    }
    for (; r < rowTo; r++) {
      y[yo + r] = one(w, at + r * rowBytes, cols, x, xo);
    }
  }

  private static float one(MemorySegment w, long p, int cols, float[] x, int xo) {
    FloatVector s = FloatVector.zero(F);
    int whole = F.loopBound(cols);
    int c = 0;
    for (; c < whole; c += L) {
      s = Halves.finite(w, p + 2L * c).fma(FloatVector.fromArray(F, x, xo + c), s);
    }
    if (c < cols) {
      VectorMask<Float> mask = F.indexInRange(c, cols);
      s = Halves.finite(w, p + 2L * c, cols - c).fma(FloatVector.fromArray(F, x, xo + c, mask), s);
    }
    return Lanes.sum(s);
  }

  private static void four(
      MemorySegment w, long p, int cols, float[] x, int xo, float[] y, int yo) {
    long rowBytes = 2L * cols;
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int whole = F.loopBound(cols);
    int c = 0;
    for (; c < whole; c += L) {
      FloatVector v = FloatVector.fromArray(F, x, xo + c);
      s0 = Halves.finite(w, p + 2L * c).fma(v, s0);
      s1 = Halves.finite(w, p + rowBytes + 2L * c).fma(v, s1);
      s2 = Halves.finite(w, p + 2 * rowBytes + 2L * c).fma(v, s2);
      s3 = Halves.finite(w, p + 3 * rowBytes + 2L * c).fma(v, s3);
    }
    if (c < cols) {
      VectorMask<Float> mask = F.indexInRange(c, cols);
      FloatVector v = FloatVector.fromArray(F, x, xo + c, mask);
      s0 = Halves.finite(w, p + 2L * c, cols - c).fma(v, s0);
      s1 = Halves.finite(w, p + rowBytes + 2L * c, cols - c).fma(v, s1);
      s2 = Halves.finite(w, p + 2 * rowBytes + 2L * c, cols - c).fma(v, s2);
      s3 = Halves.finite(w, p + 3 * rowBytes + 2L * c, cols - c).fma(v, s3);
    }
    FloatVector sums = Lanes.sum4(s0, s1, s2, s3);
    y[yo] = sums.lane(0);
    y[yo + 1] = sums.lane(Lanes.AT_B);
    y[yo + 2] = sums.lane(Lanes.AT_C);
    y[yo + 3] = sums.lane(Lanes.AT_D);
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
    int c = 0;
    for (; c < whole; c += L) {
      FloatVector v = Halves.finite(w, p + 2L * c);
      FloatVector u = Halves.finite(w, p + rowBytes + 2L * c);
      int from = xo + c;
      FloatVector x0 = FloatVector.fromArray(F, x, from);
      s0 = v.fma(x0, s0);
      t0 = u.fma(x0, t0);
      FloatVector x1 = FloatVector.fromArray(F, x, from + xStride);
      s1 = v.fma(x1, s1);
      t1 = u.fma(x1, t1);
      FloatVector x2 = FloatVector.fromArray(F, x, from + 2 * xStride);
      s2 = v.fma(x2, s2);
      t2 = u.fma(x2, t2);
      FloatVector x3 = FloatVector.fromArray(F, x, from + 3 * xStride);
      s3 = v.fma(x3, s3);
      t3 = u.fma(x3, t3);
    }
    if (c < cols) {
      VectorMask<Float> mask = F.indexInRange(c, cols);
      FloatVector v = Halves.finite(w, p + 2L * c, cols - c);
      FloatVector u = Halves.finite(w, p + rowBytes + 2L * c, cols - c);
      int from = xo + c;
      FloatVector x0 = FloatVector.fromArray(F, x, from, mask);
      s0 = v.fma(x0, s0);
      t0 = u.fma(x0, t0);
      FloatVector x1 = FloatVector.fromArray(F, x, from + xStride, mask);
      s1 = v.fma(x1, s1);
      t1 = u.fma(x1, t1);
      FloatVector x2 = FloatVector.fromArray(F, x, from + 2 * xStride, mask);
      s2 = v.fma(x2, s2);
      t2 = u.fma(x2, t2);
      FloatVector x3 = FloatVector.fromArray(F, x, from + 3 * xStride, mask);
      s3 = v.fma(x3, s3);
      t3 = u.fma(x3, t3);
    }
    FloatVector s = Lanes.sum4(s0, s1, s2, s3);
    FloatVector t = Lanes.sum4(t0, t1, t2, t3);
    y[yo] = s.lane(0);
    y[yo + 1] = t.lane(0);
    y[yo + yStride] = s.lane(Lanes.AT_B);
    y[yo + yStride + 1] = t.lane(Lanes.AT_B);
    y[yo + 2 * yStride] = s.lane(Lanes.AT_C);
    y[yo + 2 * yStride + 1] = t.lane(Lanes.AT_C);
    y[yo + 3 * yStride] = s.lane(Lanes.AT_D);
    y[yo + 3 * yStride + 1] = t.lane(Lanes.AT_D);
  }
}
