package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static dev.velox.simd.Wide.S;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.S2I;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;

/** Keys in rows of two nibbles, their tables in groups of channels, joined as they are summed. */
final class KeyGroupNibbles {
  private KeyGroupNibbles() {}

  static void score(
      MemorySegment codes,
      long at,
      int rows,
      int lastRows,
      int groups,
      byte[] tables,
      int to,
      MemorySegment parameters,
      long steps,
      long zeros,
      float[] f,
      int figures,
      int sums,
      float[] out,
      int o) {
    ShortVector eight = Wide.eight();
    FloatVector score0 = FloatVector.zero(F);
    FloatVector score1 = score0;
    FloatVector score2 = score0;
    FloatVector score3 = score0;
    for (int g = 0; g < groups; g++) {
      ShortVector all = ShortVector.zero(S);
      ShortVector high = all;
      ShortVector fineAll = all;
      ShortVector fineHigh = all;
      long first = at + (long) g * rows * 64;
      int table = to + g * rows * 256;
      int end = 64 * (g == groups - 1 ? lastRows : rows);
      for (int p = 0; p < end; p += 64) {
        ByteVector x = ByteVector.fromMemorySegment(B, codes, first + p, LE);
        ByteVector y = x.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes();
        ShortVector s =
            x.selectFrom(ByteVector.fromArray(B, tables, table + 4 * p))
                .add(y.selectFrom(ByteVector.fromArray(B, tables, table + 4 * p + 64)))
                .reinterpretAsShorts();
        all = all.add(s);
        high = high.add(s.lanewise(LSHR, eight));
        s =
            x.selectFrom(ByteVector.fromArray(B, tables, table + 4 * p + 128))
                .add(y.selectFrom(ByteVector.fromArray(B, tables, table + 4 * p + 192)))
                .reinterpretAsShorts();
        fineAll = fineAll.add(s);
        fineHigh = fineHigh.add(s.lanewise(LSHR, eight));
      }
      all = all.sub(high.lanewise(LSHL, eight));
      fineAll = fineAll.sub(fineHigh.lanewise(LSHL, eight));
      FloatVector worth = FloatVector.broadcast(F, f[figures + 2 * g]);
      FloatVector bias = FloatVector.broadcast(F, f[figures + 2 * g + 1]);
      FloatVector sum = FloatVector.broadcast(F, f[sums + g]);
      long place = 128L * g;
      score0 =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, parameters, zeros + place + 0, LE)
              .convertShape(S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(LSHL, 13)
              .and(Halves.BITS)
              .reinterpretAsFloats()
              .mul(Halves.SCALE)
              .fma(sum, score0);
      score0 =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, parameters, steps + place + 0, LE)
              .convertShape(S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(LSHL, 13)
              .and(Halves.BITS)
              .reinterpretAsFloats()
              .mul(Halves.SCALE)
              .fma(
                  ((FloatVector) all.convertShape(ZERO_EXTEND_S2I, I, 0).convertShape(I2F, F, 0))
                      .mul(128f)
                      .add(
                          ((FloatVector)
                              fineAll.convertShape(ZERO_EXTEND_S2I, I, 0).convertShape(I2F, F, 0)))
                      .fma(worth, bias),
                  score0);
      score1 =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, parameters, zeros + place + 32, LE)
              .convertShape(S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(LSHL, 13)
              .and(Halves.BITS)
              .reinterpretAsFloats()
              .mul(Halves.SCALE)
              .fma(sum, score1);
      score1 =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, parameters, steps + place + 32, LE)
              .convertShape(S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(LSHL, 13)
              .and(Halves.BITS)
              .reinterpretAsFloats()
              .mul(Halves.SCALE)
              .fma(
                  ((FloatVector) all.convertShape(ZERO_EXTEND_S2I, I, 1).convertShape(I2F, F, 0))
                      .mul(128f)
                      .add(
                          ((FloatVector)
                              fineAll.convertShape(ZERO_EXTEND_S2I, I, 1).convertShape(I2F, F, 0)))
                      .fma(worth, bias),
                  score1);
      score2 =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, parameters, zeros + place + 64, LE)
              .convertShape(S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(LSHL, 13)
              .and(Halves.BITS)
              .reinterpretAsFloats()
              .mul(Halves.SCALE)
              .fma(sum, score2);
      score2 =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, parameters, steps + place + 64, LE)
              .convertShape(S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(LSHL, 13)
              .and(Halves.BITS)
              .reinterpretAsFloats()
              .mul(Halves.SCALE)
              .fma(
                  ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, I, 0).convertShape(I2F, F, 0))
                      .mul(128f)
                      .add(
                          ((FloatVector)
                              fineHigh.convertShape(ZERO_EXTEND_S2I, I, 0).convertShape(I2F, F, 0)))
                      .fma(worth, bias),
                  score2);
      score3 =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, parameters, zeros + place + 96, LE)
              .convertShape(S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(LSHL, 13)
              .and(Halves.BITS)
              .reinterpretAsFloats()
              .mul(Halves.SCALE)
              .fma(sum, score3);
      score3 =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, parameters, steps + place + 96, LE)
              .convertShape(S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(LSHL, 13)
              .and(Halves.BITS)
              .reinterpretAsFloats()
              .mul(Halves.SCALE)
              .fma(
                  ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, I, 1).convertShape(I2F, F, 0))
                      .mul(128f)
                      .add(
                          ((FloatVector)
                              fineHigh.convertShape(ZERO_EXTEND_S2I, I, 1).convertShape(I2F, F, 0)))
                      .fma(worth, bias),
                  score3);
    }
    score0.intoArray(out, o);
    score1.intoArray(out, o + 16);
    score2.intoArray(out, o + 32);
    score3.intoArray(out, o + 48);
  }
}
