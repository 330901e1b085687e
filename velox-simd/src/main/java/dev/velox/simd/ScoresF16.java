package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Lanes.H;
import static dev.velox.simd.Lanes.I;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.LE;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Dots of queries with f16 rows in memory. Each dot is one chain of vector fma over the elements
 * and one tree of lanes, however many rows and queries share the work.
 */
final class ScoresF16 {
  /** Rows that several queries read while they are near; one query reads on. */
  private static final int BLOCK = 64;

  private static final int RUN = 1024;

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
    int block = queries == 1 ? RUN : BLOCK;
    for (int r = 0; r < count; r += block) {
      int n = Math.min(block, count - r);
      long from = at + 2L * r * dim;
      int j = 0;
      for (; queries - j >= 4; j += 4) {
        four(rows, from, n, dim, q, qo + j * qStride, qStride, scores, so + j * stride + r, stride);
      }
      for (; j < queries; j++) {
        int query = qo + j * qStride;
        int to = so + j * stride + r;
        if (ScoresF16Eight.serves(dim, q, query)) {
          ScoresF16Eight.score(rows, from, n, q, query, scores, to);
        } else {
          one(rows, from, n, dim, q, query, scores, to);
        }
      }
    }
  }

  private static void one(
      MemorySegment rows, long at, int count, int dim, float[] q, int qo, float[] scores, int so) {
    int whole = F.loopBound(dim);
    IntVector bits = IntVector.broadcast(I, Halves.BITS);
    FloatVector power = FloatVector.broadcast(F, Halves.SCALE);
    for (int r = 0; r < count; r++) {
      long p = at + 2L * r * dim;
      FloatVector s = FloatVector.zero(F);
      for (int c = 0; c < whole; c += L) {
        s =
            ((IntVector)
                    ShortVector.fromMemorySegment(H, rows, p + 2L * c, LE)
                        .convertShape(VectorOperators.S2I, I, 0))
                .lanewise(VectorOperators.LSHL, 13)
                .and(bits)
                .reinterpretAsFloats()
                .mul(power)
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
        scores[so + r] = Rest.f16(rows, p, whole, dim, q, qo, scores[so + r]);
      }
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
    IntVector bits = IntVector.broadcast(I, Halves.BITS);
    FloatVector power = FloatVector.broadcast(F, Halves.SCALE);
    for (int r = 0; r < count; r++) {
      long p = at + 2L * r * dim;
      FloatVector s0 = FloatVector.zero(F);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      for (int c = 0; c < whole; c += L) {
        FloatVector x =
            ((IntVector)
                    ShortVector.fromMemorySegment(H, rows, p + 2L * c, LE)
                        .convertShape(VectorOperators.S2I, I, 0))
                .lanewise(VectorOperators.LSHL, 13)
                .and(bits)
                .reinterpretAsFloats()
                .mul(power);
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
        scores[to] = Rest.f16(rows, p, whole, dim, q, qo + j * qStride, scores[to]);
      }
    }
  }
}
