package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.L;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Dots of queries with f16 rows in memory. Each dot is one chain of vector fma over the elements
 * and one tree of lanes, however many rows and queries share the work.
 */
final class ScoresF16 {
  private static final int BLOCK = 64;

  private ScoresF16() {}

  static void score(
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
    for (int r = 0; r < count; r += BLOCK) {
      int n = Math.min(BLOCK, count - r);
      long from = at + 2L * r * dim;
      int j = 0;
      for (; j <= queries - 4; j += 4) {
        four(rows, from, n, dim, q, qo + j * qStride, qStride, scores, so + j * stride + r, stride);
      }
      for (; j < queries; j++) {
        one(rows, from, n, dim, q, qo + j * qStride, scores, so + j * stride + r);
      }
    }
  }

  private static void one(
      MemorySegment rows, long at, int count, int dim, float[] q, int qo, float[] scores, int so) {
    int whole = F.loopBound(dim);
    int quads = dim & -(4 * L);
    for (int r = 0; r < count; r++) {
      long p = at + 2L * r * dim;
      FloatVector s = FloatVector.zero(F);
      int c = 0;
      for (; c < quads; c += 4 * L) {
        s = Halves.finite(rows, p + 2L * c).fma(FloatVector.fromArray(F, q, qo + c), s);
        s = Halves.finite(rows, p + 2L * (c + L)).fma(FloatVector.fromArray(F, q, qo + c + L), s);
        s =
            Halves.finite(rows, p + 2L * (c + 2 * L))
                .fma(FloatVector.fromArray(F, q, qo + c + 2 * L), s);
        s =
            Halves.finite(rows, p + 2L * (c + 3 * L))
                .fma(FloatVector.fromArray(F, q, qo + c + 3 * L), s);
      }
      for (; c < whole; c += L) {
        s = Halves.finite(rows, p + 2L * c).fma(FloatVector.fromArray(F, q, qo + c), s);
      }
      if (c < dim) {
        VectorMask<Float> mask = F.indexInRange(c, dim);
        s =
            Halves.finite(rows, p + 2L * c, dim - c)
                .fma(FloatVector.fromArray(F, q, qo + c, mask), s);
      }
      scores[so + r] = Lanes.sum(s);
    }
  }

  private static void four(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] q,
      int qo,
      int qStride,
      float[] scores,
      int so,
      int stride) {
    int whole = F.loopBound(dim);
    for (int r = 0; r < count; r++) {
      long p = at + 2L * r * dim;
      FloatVector s0 = FloatVector.zero(F);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      int c = 0;
      for (; c < whole; c += L) {
        FloatVector x = Halves.finite(rows, p + 2L * c);
        int at0 = qo + c;
        s0 = x.fma(FloatVector.fromArray(F, q, at0), s0);
        s1 = x.fma(FloatVector.fromArray(F, q, at0 + qStride), s1);
        s2 = x.fma(FloatVector.fromArray(F, q, at0 + 2 * qStride), s2);
        s3 = x.fma(FloatVector.fromArray(F, q, at0 + 3 * qStride), s3);
      }
      if (c < dim) {
        VectorMask<Float> mask = F.indexInRange(c, dim);
        FloatVector x = Halves.finite(rows, p + 2L * c, dim - c);
        int at0 = qo + c;
        s0 = x.fma(FloatVector.fromArray(F, q, at0, mask), s0);
        s1 = x.fma(FloatVector.fromArray(F, q, at0 + qStride, mask), s1);
        s2 = x.fma(FloatVector.fromArray(F, q, at0 + 2 * qStride, mask), s2);
        s3 = x.fma(FloatVector.fromArray(F, q, at0 + 3 * qStride, mask), s3);
      }
      FloatVector sums = Lanes.sum4(s0, s1, s2, s3);
      int to = so + r;
      scores[to] = sums.lane(0);
      scores[to + stride] = sums.lane(Lanes.AT_B);
      scores[to + 2 * stride] = sums.lane(Lanes.AT_C);
      scores[to + 3 * stride] = sums.lane(Lanes.AT_D);
    }
  }
}
