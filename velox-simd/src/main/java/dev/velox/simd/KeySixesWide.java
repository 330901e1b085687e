package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.LE;
import static dev.velox.simd.Wide.S;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;

/** Keys in triplets of rows of four 6-bit indexes, entries of 14 bits: halves summed apart. */
final class KeySixesWide {
  private KeySixesWide() {}

  static void score(
      MemorySegment codes,
      long at,
      int triplets,
      byte[] tables,
      int to,
      float step,
      float bias,
      float[] scores,
      int so) {
    ShortVector eight = Wide.eight();
    ShortVector all = ShortVector.zero(S);
    ShortVector high = all;
    ShortVector fineAll = all;
    ShortVector fineHigh = all;
    for (int g = 0; g < triplets; g++, at += 192, to += 512) {
      ByteVector a = ByteVector.fromMemorySegment(B, codes, at, LE);
      ByteVector b = ByteVector.fromMemorySegment(B, codes, at + 64, LE);
      ByteVector c = ByteVector.fromMemorySegment(B, codes, at + 128, LE);
      ByteVector d =
          a.reinterpretAsInts()
              .lanewise(LSHR, 6)
              .and(0x03030303)
              .or(b.reinterpretAsInts().lanewise(LSHR, 4).and(0x0c0c0c0c))
              .or(c.reinterpretAsInts().lanewise(LSHR, 2).and(0x30303030))
              .reinterpretAsBytes();
      ShortVector s =
          a.selectFrom(ByteVector.fromArray(B, tables, to))
              .add(b.selectFrom(ByteVector.fromArray(B, tables, to + 64)))
              .reinterpretAsShorts();
      ShortVector u =
          c.selectFrom(ByteVector.fromArray(B, tables, to + 128))
              .add(d.selectFrom(ByteVector.fromArray(B, tables, to + 192)))
              .reinterpretAsShorts();
      all = all.add(s.add(u));
      high = high.add(s.lanewise(LSHR, eight).add(u.lanewise(LSHR, eight)));
      s =
          a.selectFrom(ByteVector.fromArray(B, tables, to + 256))
              .add(b.selectFrom(ByteVector.fromArray(B, tables, to + 320)))
              .reinterpretAsShorts();
      u =
          c.selectFrom(ByteVector.fromArray(B, tables, to + 384))
              .add(d.selectFrom(ByteVector.fromArray(B, tables, to + 448)))
              .reinterpretAsShorts();
      fineAll = fineAll.add(s.add(u));
      fineHigh = fineHigh.add(s.lanewise(LSHR, eight).add(u.lanewise(LSHR, eight)));
    }
    ShortVector low = all.sub(high.lanewise(LSHL, eight));
    ShortVector fineLow = fineAll.sub(fineHigh.lanewise(LSHL, eight));
    FloatVector scale = FloatVector.broadcast(Wide.F, step);
    FloatVector zero = FloatVector.broadcast(Wide.F, bias);
    ((FloatVector) low.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .mul(128f)
        .add(
            ((FloatVector)
                fineLow.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0)))
        .fma(scale, zero)
        .intoArray(scores, so + 0);
    ((FloatVector) low.convertShape(ZERO_EXTEND_S2I, Wide.I, 1).convertShape(I2F, Wide.F, 0))
        .mul(128f)
        .add(
            ((FloatVector)
                fineLow.convertShape(ZERO_EXTEND_S2I, Wide.I, 1).convertShape(I2F, Wide.F, 0)))
        .fma(scale, zero)
        .intoArray(scores, so + 16);
    ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .mul(128f)
        .add(
            ((FloatVector)
                fineHigh.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0)))
        .fma(scale, zero)
        .intoArray(scores, so + 32);
    ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, Wide.I, 1).convertShape(I2F, Wide.F, 0))
        .mul(128f)
        .add(
            ((FloatVector)
                fineHigh.convertShape(ZERO_EXTEND_S2I, Wide.I, 1).convertShape(I2F, Wide.F, 0)))
        .fma(scale, zero)
        .intoArray(scores, so + 48);
  }
}
