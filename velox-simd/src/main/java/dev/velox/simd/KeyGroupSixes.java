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

/** Keys in triplets of rows, their tables in groups of channels, joined as they are summed. */
final class KeyGroupSixes {
  private KeyGroupSixes() {}

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
      long first = at + (long) g * rows * 192;
      int table = to + g * rows * 512;
      int end = 192 * (g == groups - 1 ? lastRows : rows);
      for (int p = 0, t = table; p < end; p += 192, t += 512) {
        ByteVector a = ByteVector.fromMemorySegment(B, codes, first + p, LE);
        ByteVector b = ByteVector.fromMemorySegment(B, codes, first + p + 64, LE);
        ByteVector c = ByteVector.fromMemorySegment(B, codes, first + p + 128, LE);
        ByteVector d =
            a.reinterpretAsInts()
                .lanewise(LSHR, 6)
                .and(0x03030303)
                .or(b.reinterpretAsInts().lanewise(LSHR, 4).and(0x0c0c0c0c))
                .or(c.reinterpretAsInts().lanewise(LSHR, 2).and(0x30303030))
                .reinterpretAsBytes();
        ShortVector s =
            a.selectFrom(ByteVector.fromArray(B, tables, t))
                .add(b.selectFrom(ByteVector.fromArray(B, tables, t + 64)))
                .reinterpretAsShorts();
        ShortVector u =
            c.selectFrom(ByteVector.fromArray(B, tables, t + 128))
                .add(d.selectFrom(ByteVector.fromArray(B, tables, t + 192)))
                .reinterpretAsShorts();
        all = all.add(s.add(u));
        high = high.add(s.lanewise(LSHR, eight).add(u.lanewise(LSHR, eight)));
        s =
            a.selectFrom(ByteVector.fromArray(B, tables, t + 256))
                .add(b.selectFrom(ByteVector.fromArray(B, tables, t + 320)))
                .reinterpretAsShorts();
        u =
            c.selectFrom(ByteVector.fromArray(B, tables, t + 384))
                .add(d.selectFrom(ByteVector.fromArray(B, tables, t + 448)))
                .reinterpretAsShorts();
        fineAll = fineAll.add(s.add(u));
        fineHigh = fineHigh.add(s.lanewise(LSHR, eight).add(u.lanewise(LSHR, eight)));
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
