package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Lanes.I;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * What {@link LevelScores} and {@link LevelSums} do, with eight floats a register: up to eight
 * levels lie in one, sixteen in two.
 */
final class LevelsByEight {
  private static final VectorSpecies<Byte> CODES = ByteVector.SPECIES_64;
  private static final int LANES = 8;
  private static final int TOKENS = 64;
  private static final int PART = 4 * LANES;

  private LevelsByEight() {}

  static void scores(
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
    for (int t = 0; t < TOKENS; t += PART) {
      if (bits == 4) {
        sixteenScores(codes, co + t, q, qo, levels, lo, levelStride, scores, so + t);
      } else {
        eightScores(codes, co + t, bits, q, qo, levels, lo, levelStride, scores, so + t);
      }
    }
  }

  private static void sixteenScores(
      byte[] codes,
      int co,
      float[] q,
      int qo,
      float[] levels,
      int lo,
      int levelStride,
      float[] scores,
      int so) {
    IntVector seven = IntVector.broadcast(I, 7);
    FloatVector s0 = FloatVector.fromArray(F, scores, so);
    FloatVector s1 = FloatVector.fromArray(F, scores, so + LANES);
    FloatVector s2 = FloatVector.fromArray(F, scores, so + 2 * LANES);
    FloatVector s3 = FloatVector.fromArray(F, scores, so + 3 * LANES);
    for (int i = 0; i < 8; i++) {
      int table = lo + i * levelStride;
      FloatVector x = FloatVector.broadcast(F, q[qo + i]);
      IntVector a = FloatVector.fromArray(F, levels, table).mul(x).reinterpretAsInts();
      IntVector b = FloatVector.fromArray(F, levels, table + LANES).mul(x).reinterpretAsInts();
      int at = co + i * TOKENS;
      IntVector code =
          (IntVector) ByteVector.fromArray(CODES, codes, at).convertShape(ZERO_EXTEND_B2I, I, 0);
      s0 =
          FLOATS
              .cast(s0)
              .add(
                  code.selectFrom(a)
                      .blend(code.selectFrom(b), code.compare(GT, seven))
                      .reinterpretAsFloats());
      code =
          (IntVector)
              ByteVector.fromArray(CODES, codes, at + LANES).convertShape(ZERO_EXTEND_B2I, I, 0);
      s1 =
          FLOATS
              .cast(s1)
              .add(
                  code.selectFrom(a)
                      .blend(code.selectFrom(b), code.compare(GT, seven))
                      .reinterpretAsFloats());
      code =
          (IntVector)
              ByteVector.fromArray(CODES, codes, at + 2 * LANES)
                  .convertShape(ZERO_EXTEND_B2I, I, 0);
      s2 =
          FLOATS
              .cast(s2)
              .add(
                  code.selectFrom(a)
                      .blend(code.selectFrom(b), code.compare(GT, seven))
                      .reinterpretAsFloats());
      code =
          (IntVector)
              ByteVector.fromArray(CODES, codes, at + 3 * LANES)
                  .convertShape(ZERO_EXTEND_B2I, I, 0);
      s3 =
          FLOATS
              .cast(s3)
              .add(
                  code.selectFrom(a)
                      .blend(code.selectFrom(b), code.compare(GT, seven))
                      .reinterpretAsFloats());
    }
    FLOATS.cast(s0).intoArray(scores, so);
    FLOATS.cast(s1).intoArray(scores, so + LANES);
    FLOATS.cast(s2).intoArray(scores, so + 2 * LANES);
    FLOATS.cast(s3).intoArray(scores, so + 3 * LANES);
  }

  private static void eightScores(
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
    FloatVector s0 = FloatVector.fromArray(F, scores, so);
    FloatVector s1 = FloatVector.fromArray(F, scores, so + LANES);
    FloatVector s2 = FloatVector.fromArray(F, scores, so + 2 * LANES);
    FloatVector s3 = FloatVector.fromArray(F, scores, so + 3 * LANES);
    for (int i = 0; i < 8; i++) {
      IntVector a =
          FloatVector.fromArray(F, levels, lo + i * levelStride, F.indexInRange(0, 1 << bits))
              .mul(FloatVector.broadcast(F, q[qo + i]))
              .reinterpretAsInts();
      int at = co + i * TOKENS;
      s0 =
          FLOATS
              .cast(s0)
              .add(
                  ((IntVector)
                          ByteVector.fromArray(CODES, codes, at)
                              .convertShape(ZERO_EXTEND_B2I, I, 0))
                      .selectFrom(a)
                      .reinterpretAsFloats());
      s1 =
          FLOATS
              .cast(s1)
              .add(
                  ((IntVector)
                          ByteVector.fromArray(CODES, codes, at + LANES)
                              .convertShape(ZERO_EXTEND_B2I, I, 0))
                      .selectFrom(a)
                      .reinterpretAsFloats());
      s2 =
          FLOATS
              .cast(s2)
              .add(
                  ((IntVector)
                          ByteVector.fromArray(CODES, codes, at + 2 * LANES)
                              .convertShape(ZERO_EXTEND_B2I, I, 0))
                      .selectFrom(a)
                      .reinterpretAsFloats());
      s3 =
          FLOATS
              .cast(s3)
              .add(
                  ((IntVector)
                          ByteVector.fromArray(CODES, codes, at + 3 * LANES)
                              .convertShape(ZERO_EXTEND_B2I, I, 0))
                      .selectFrom(a)
                      .reinterpretAsFloats());
    }
    FLOATS.cast(s0).intoArray(scores, so);
    FLOATS.cast(s1).intoArray(scores, so + LANES);
    FLOATS.cast(s2).intoArray(scores, so + 2 * LANES);
    FLOATS.cast(s3).intoArray(scores, so + 3 * LANES);
  }

  static void sums(
      byte[] codes,
      int co,
      int count,
      int stride,
      int bits,
      float[] levels,
      int lo,
      float[] weights,
      int wo,
      float[] sums,
      int so) {
    for (int c = 0; c < TOKENS; c += PART) {
      part(codes, co + c, count, stride, bits, levels, lo, weights, wo, sums, so + c);
    }
  }

  private static void part(
      byte[] codes,
      int co,
      int count,
      int stride,
      int bits,
      float[] levels,
      int lo,
      float[] weights,
      int wo,
      float[] sums,
      int so) {
    IntVector seven = IntVector.broadcast(I, 7);
    int few = Math.min(LANES, 1 << bits);
    IntVector a = FloatVector.fromArray(F, levels, lo, F.indexInRange(0, few)).reinterpretAsInts();
    IntVector b = bits == 4 ? FloatVector.fromArray(F, levels, lo + LANES).reinterpretAsInts() : a;
    FloatVector s0 = FloatVector.fromArray(F, sums, so);
    FloatVector s1 = FloatVector.fromArray(F, sums, so + LANES);
    FloatVector s2 = FloatVector.fromArray(F, sums, so + 2 * LANES);
    FloatVector s3 = FloatVector.fromArray(F, sums, so + 3 * LANES);
    int at = co;
    for (int t = 0; t < count; t++, at += stride) {
      FloatVector weight = FloatVector.broadcast(F, weights[wo + t]);
      IntVector code =
          (IntVector) ByteVector.fromArray(CODES, codes, at).convertShape(ZERO_EXTEND_B2I, I, 0);
      s0 =
          code.selectFrom(a)
              .blend(code.selectFrom(b), code.compare(GT, seven))
              .reinterpretAsFloats()
              .fma(weight, FLOATS.cast(s0));
      code =
          (IntVector)
              ByteVector.fromArray(CODES, codes, at + LANES).convertShape(ZERO_EXTEND_B2I, I, 0);
      s1 =
          code.selectFrom(a)
              .blend(code.selectFrom(b), code.compare(GT, seven))
              .reinterpretAsFloats()
              .fma(weight, FLOATS.cast(s1));
      code =
          (IntVector)
              ByteVector.fromArray(CODES, codes, at + 2 * LANES)
                  .convertShape(ZERO_EXTEND_B2I, I, 0);
      s2 =
          code.selectFrom(a)
              .blend(code.selectFrom(b), code.compare(GT, seven))
              .reinterpretAsFloats()
              .fma(weight, FLOATS.cast(s2));
      code =
          (IntVector)
              ByteVector.fromArray(CODES, codes, at + 3 * LANES)
                  .convertShape(ZERO_EXTEND_B2I, I, 0);
      s3 =
          code.selectFrom(a)
              .blend(code.selectFrom(b), code.compare(GT, seven))
              .reinterpretAsFloats()
              .fma(weight, FLOATS.cast(s3));
    }
    FLOATS.cast(s0).intoArray(sums, so);
    FLOATS.cast(s1).intoArray(sums, so + LANES);
    FLOATS.cast(s2).intoArray(sums, so + 2 * LANES);
    FLOATS.cast(s3).intoArray(sums, so + 3 * LANES);
  }
}
