package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;

/**
 * Scores in floats: a channel's levels times the query in one register, sixteen tokens a look-up.
 */
final class LevelScores {
  private static final int TOKENS = 64;

  private LevelScores() {}

  static void eight(
      byte[] codes,
      int co,
      int bits,
      float[] q,
      int qo,
      float[] levels,
      int lo,
      int levelStride,
      float[] scores,
      int so) {
    VectorMask<Float> some = F.indexInRange(0, 1 << bits);
    FloatVector a = FloatVector.fromArray(F, scores, so);
    FloatVector b = FloatVector.fromArray(F, scores, so + 16);
    FloatVector c = FloatVector.fromArray(F, scores, so + 32);
    FloatVector d = FloatVector.fromArray(F, scores, so + 48);
    for (int i = 0; i < 8; i++) {
      IntVector table =
          FloatVector.fromArray(F, levels, lo + i * levelStride, some)
              .mul(q[qo + i])
              .reinterpretAsInts();
      int at = co + i * TOKENS;
      a =
          a.add(
              ((IntVector)
                      ByteVector.fromArray(ByteVector.SPECIES_128, codes, at)
                          .convertShape(ZERO_EXTEND_B2I, I, 0))
                  .selectFrom(table)
                  .reinterpretAsFloats());
      b =
          b.add(
              ((IntVector)
                      ByteVector.fromArray(ByteVector.SPECIES_128, codes, at + 16)
                          .convertShape(ZERO_EXTEND_B2I, I, 0))
                  .selectFrom(table)
                  .reinterpretAsFloats());
      c =
          c.add(
              ((IntVector)
                      ByteVector.fromArray(ByteVector.SPECIES_128, codes, at + 32)
                          .convertShape(ZERO_EXTEND_B2I, I, 0))
                  .selectFrom(table)
                  .reinterpretAsFloats());
      d =
          d.add(
              ((IntVector)
                      ByteVector.fromArray(ByteVector.SPECIES_128, codes, at + 48)
                          .convertShape(ZERO_EXTEND_B2I, I, 0))
                  .selectFrom(table)
                  .reinterpretAsFloats());
    }
    a.intoArray(scores, so);
    b.intoArray(scores, so + 16);
    c.intoArray(scores, so + 32);
    d.intoArray(scores, so + 48);
  }
}
