package dev.velox.simd;

import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/** Weighted sums in floats: the levels in one register, sixteen channels a look-up. */
final class LevelSums {
  private LevelSums() {}

  static void add(
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
    IntVector table =
        FloatVector.fromArray(F, levels, lo, F.indexInRange(0, 1 << bits)).reinterpretAsInts();
    FloatVector a = FloatVector.fromArray(F, sums, so);
    FloatVector b = FloatVector.fromArray(F, sums, so + 16);
    FloatVector c = FloatVector.fromArray(F, sums, so + 32);
    FloatVector d = FloatVector.fromArray(F, sums, so + 48);
    int at = co;
    for (int t = 0; t < count; t++, at += stride) {
      FloatVector weight = FloatVector.broadcast(F, weights[wo + t]);
      a =
          ((IntVector)
                  ByteVector.fromArray(ByteVector.SPECIES_128, codes, at)
                      .convertShape(ZERO_EXTEND_B2I, I, 0))
              .selectFrom(table)
              .reinterpretAsFloats()
              .fma(weight, FLOATS.cast(a));
      b =
          ((IntVector)
                  ByteVector.fromArray(ByteVector.SPECIES_128, codes, at + 16)
                      .convertShape(ZERO_EXTEND_B2I, I, 0))
              .selectFrom(table)
              .reinterpretAsFloats()
              .fma(weight, FLOATS.cast(b));
      c =
          ((IntVector)
                  ByteVector.fromArray(ByteVector.SPECIES_128, codes, at + 32)
                      .convertShape(ZERO_EXTEND_B2I, I, 0))
              .selectFrom(table)
              .reinterpretAsFloats()
              .fma(weight, FLOATS.cast(c));
      d =
          ((IntVector)
                  ByteVector.fromArray(ByteVector.SPECIES_128, codes, at + 48)
                      .convertShape(ZERO_EXTEND_B2I, I, 0))
              .selectFrom(table)
              .reinterpretAsFloats()
              .fma(weight, FLOATS.cast(d));
    }
    a.intoArray(sums, so);
    b.intoArray(sums, so + 16);
    c.intoArray(sums, so + 32);
    d.intoArray(sums, so + 48);
  }
}
