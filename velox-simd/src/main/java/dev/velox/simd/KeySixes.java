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

/** Keys in triplets of rows of four 6-bit indexes, entries of 7 bits. */
final class KeySixes {
  private KeySixes() {}

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
    for (int g = 0; g < triplets; g++, at += 192, to += 256) {
      ByteVector a = ByteVector.fromMemorySegment(B, codes, at, LE);
      ByteVector b = ByteVector.fromMemorySegment(B, codes, at + 64, LE);
      ByteVector c = ByteVector.fromMemorySegment(B, codes, at + 128, LE);
      ShortVector s =
          a.selectFrom(ByteVector.fromArray(B, tables, to))
              .add(b.selectFrom(ByteVector.fromArray(B, tables, to + 64)))
              .reinterpretAsShorts();
      all = all.add(s);
      high = high.add(s.lanewise(LSHR, eight));
      ByteVector d =
          a.reinterpretAsInts()
              .lanewise(LSHR, 6)
              .and(0x03030303)
              .or(b.reinterpretAsInts().lanewise(LSHR, 4).and(0x0c0c0c0c))
              .or(c.reinterpretAsInts().lanewise(LSHR, 2).and(0x30303030))
              .reinterpretAsBytes();
      s =
          c.selectFrom(ByteVector.fromArray(B, tables, to + 128))
              .add(d.selectFrom(ByteVector.fromArray(B, tables, to + 192)))
              .reinterpretAsShorts();
      all = all.add(s);
      high = high.add(s.lanewise(LSHR, eight));
    }
    ShortVector low = all.sub(high.lanewise(LSHL, eight));
    FloatVector zero = FloatVector.broadcast(Wide.F, bias);
    FloatVector scale = FloatVector.broadcast(Wide.F, step);
    ((FloatVector) low.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so);
    ((FloatVector) low.convertShape(ZERO_EXTEND_S2I, Wide.I, 1).convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so + 16);
    ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so + 32);
    ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, Wide.I, 1).convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so + 48);
  }
}
