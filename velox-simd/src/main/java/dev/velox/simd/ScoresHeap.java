package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Lanes.L;

import jdk.incubator.vector.FloatVector;

/**
 * Dots of queries with rows on the heap. Each dot is one chain of vector fma over the elements and
 * one tree of lanes, however many rows and queries share the work.
 */
final class ScoresHeap {
  private static final int BLOCK = 64;

  private ScoresHeap() {}

  static void score(
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
    for (int r = 0; r < count; r += BLOCK) {
      int n = Math.min(BLOCK, count - r);
      int from = ro + r * dim;
      int j = 0;
      for (; queries - j >= 4; j += 4) {
        tiles(
            rows, from, n, dim, q, qo + j * qStride, qStride, scores, so + j * stride + r, stride);
      }
      for (; j < queries; j++) {
        one(rows, from, n, dim, q, qo + j * qStride, scores, so + j * stride + r);
      }
    }
  }

  private static void one(
      float[] rows, int ro, int count, int dim, float[] q, int qo, float[] scores, int so) {
    int whole = F.loopBound(dim);
    for (int r = 0; r < count; r++) {
      int p = ro + r * dim;
      FloatVector s = FloatVector.zero(F);
      for (int c = 0; c < whole; c += L) {
        s =
            FloatVector.fromArray(F, rows, p + c)
                .fma(FloatVector.fromArray(F, q, qo + c), FLOATS.cast(s));
      }
      if (L > 8) {
        s = s.add(s.rearrange(Lanes.SWAP_8));
      }
      if (L > 4) {
        s = s.add(s.rearrange(Lanes.SWAP_4));
      }
      s = s.add(s.rearrange(Lanes.SWAP_2));
      scores[so + r] = s.lane(0) + s.lane(1);
      if (whole < dim) {
        scores[so + r] = Rest.heap(rows, p, whole, dim, q, qo, scores[so + r]);
      }
    }
  }

  private static void four(
      float[] rows,
      int ro,
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
      int p = ro + r * dim;
      FloatVector s0 = FloatVector.zero(F);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      for (int c = 0; c < whole; c += L) {
        FloatVector x = FloatVector.fromArray(F, rows, p + c);
        int at0 = qo + c;
        s0 = x.fma(FloatVector.fromArray(F, q, at0), FLOATS.cast(s0));
        s1 = x.fma(FloatVector.fromArray(F, q, at0 + qStride), FLOATS.cast(s1));
        s2 = x.fma(FloatVector.fromArray(F, q, at0 + 2 * qStride), FLOATS.cast(s2));
        s3 = x.fma(FloatVector.fromArray(F, q, at0 + 3 * qStride), FLOATS.cast(s3));
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
      int to = so + r;
      scores[to] = sums.lane(0);
      scores[to + stride] = sums.lane(Lanes.AT_B);
      scores[to + 2 * stride] = sums.lane(Lanes.AT_C);
      scores[to + 3 * stride] = sums.lane(Lanes.AT_D);
      for (int j = 0; whole < dim && j < 4; j++, to += stride) {
        scores[to] = Rest.heap(rows, p, whole, dim, q, qo + j * qStride, scores[to]);
      }
    }
  }

  private static void tiles(
      float[] rows,
      int ro,
      int count,
      int dim,
      float[] q,
      int qo,
      int qStride,
      float[] scores,
      int so,
      int stride) {
    int whole = F.loopBound(dim);
    int r = 0;
    for (; count - r >= 2; r += 2) {
      int p = ro + r * dim;
      FloatVector s0 = FloatVector.zero(F);
      FloatVector s1 = FloatVector.zero(F);
      FloatVector s2 = FloatVector.zero(F);
      FloatVector s3 = FloatVector.zero(F);
      FloatVector t0 = FloatVector.zero(F);
      FloatVector t1 = FloatVector.zero(F);
      FloatVector t2 = FloatVector.zero(F);
      FloatVector t3 = FloatVector.zero(F);
      for (int c = 0; c < whole; c += L) {
        FloatVector x = FloatVector.fromArray(F, rows, p + c);
        FloatVector y = FloatVector.fromArray(F, rows, p + dim + c);
        int at0 = qo + c;
        FloatVector q0 = FloatVector.fromArray(F, q, at0);
        s0 = x.fma(q0, FLOATS.cast(s0));
        t0 = y.fma(q0, FLOATS.cast(t0));
        FloatVector q1 = FloatVector.fromArray(F, q, at0 + qStride);
        s1 = x.fma(q1, FLOATS.cast(s1));
        t1 = y.fma(q1, FLOATS.cast(t1));
        FloatVector q2 = FloatVector.fromArray(F, q, at0 + 2 * qStride);
        s2 = x.fma(q2, FLOATS.cast(s2));
        t2 = y.fma(q2, FLOATS.cast(t2));
        FloatVector q3 = FloatVector.fromArray(F, q, at0 + 3 * qStride);
        s3 = x.fma(q3, FLOATS.cast(s3));
        t3 = y.fma(q3, FLOATS.cast(t3));
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
      int to = so + r;
      scores[to] = s.lane(0);
      scores[to + stride] = s.lane(Lanes.AT_B);
      scores[to + 2 * stride] = s.lane(Lanes.AT_C);
      scores[to + 3 * stride] = s.lane(Lanes.AT_D);
      scores[to + 1] = t.lane(0);
      scores[to + 1 + stride] = t.lane(Lanes.AT_B);
      scores[to + 1 + 2 * stride] = t.lane(Lanes.AT_C);
      scores[to + 1 + 3 * stride] = t.lane(Lanes.AT_D);
      for (int j = 0; whole < dim && j < 4; j++, to += stride) {
        int from = qo + j * qStride;
        scores[to] = Rest.heap(rows, p, whole, dim, q, from, scores[to]);
        scores[to + 1] = Rest.heap(rows, p + dim, whole, dim, q, from, scores[to + 1]);
      }
    }
    four(rows, ro + r * dim, count - r, dim, q, qo, qStride, scores, so + r, stride);
  }
}
