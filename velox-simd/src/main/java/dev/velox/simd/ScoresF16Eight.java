package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
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
 * Dots of one query with f16 rows of eight vectors, the query in registers. The power of two that
 * makes a half of its bits is multiplied into the query, which is exact: each dot has the bits that
 * {@link ScoresF16} gives.
 */
final class ScoresF16Eight {
  /** Below this, a query times 2^112 stays finite, and so do its products with finite halves. */
  private static final float MAX = 0x1p14f;

  private ScoresF16Eight() {}

  /** Whether rows have eight vectors and the query may be scaled. */
  static boolean serves(int dim, float[] q, int qo) {
    if (dim != 8 * L) {
      return false;
    }
    FloatVector most = FloatVector.zero(F);
    for (int c = 0; c < dim; c += L) {
      most = most.max(FloatVector.fromArray(F, q, qo + c).abs());
    }
    if (L > 8) {
      most = most.max(most.rearrange(Lanes.SWAP_8));
    }
    if (L > 4) {
      most = most.max(most.rearrange(Lanes.SWAP_4));
    }
    most = most.max(most.rearrange(Lanes.SWAP_2));
    return Math.max(most.lane(0), most.lane(1)) < MAX;
  }

  static void score(
      MemorySegment rows, long at, int count, float[] q, int qo, float[] scores, int so) {
    FloatVector q0 = FloatVector.fromArray(F, q, qo).mul(Halves.SCALE);
    FloatVector q1 = FloatVector.fromArray(F, q, qo + L).mul(Halves.SCALE);
    FloatVector q2 = FloatVector.fromArray(F, q, qo + 2 * L).mul(Halves.SCALE);
    FloatVector q3 = FloatVector.fromArray(F, q, qo + 3 * L).mul(Halves.SCALE);
    FloatVector q4 = FloatVector.fromArray(F, q, qo + 4 * L).mul(Halves.SCALE);
    FloatVector q5 = FloatVector.fromArray(F, q, qo + 5 * L).mul(Halves.SCALE);
    FloatVector q6 = FloatVector.fromArray(F, q, qo + 6 * L).mul(Halves.SCALE);
    FloatVector q7 = FloatVector.fromArray(F, q, qo + 7 * L).mul(Halves.SCALE);
    FloatVector zero = FloatVector.zero(F);
    IntVector bits = IntVector.broadcast(I, Halves.BITS);
    int row = 16 * L;
    for (int r = 0; r < count; r++) {
      long p = at + (long) r * row;
      FloatVector s =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .fma(q0, zero);
      s =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 2L * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .fma(q1, s);
      s =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 4L * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .fma(q2, s);
      s =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 6L * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .fma(q3, s);
      s =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 8L * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .fma(q4, s);
      s =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 10L * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .fma(q5, s);
      s =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 12L * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .fma(q6, s);
      s =
          ((IntVector)
                  ShortVector.fromMemorySegment(H, rows, p + 14L * L, LE)
                      .convertShape(VectorOperators.S2I, I, 0))
              .lanewise(VectorOperators.LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .fma(q7, s);
      if (L > 8) {
        s = s.add(s.rearrange(Lanes.SWAP_8));
      }
      if (L > 4) {
        s = s.add(s.rearrange(Lanes.SWAP_4));
      }
      s = s.add(s.rearrange(Lanes.SWAP_2));
      scores[so + r] = s.lane(0) + s.lane(1);
    }
  }
}
