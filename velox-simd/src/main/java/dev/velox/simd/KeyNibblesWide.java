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

/** Keys in rows of two nibbles, entries of 14 bits: upper and lower halves summed apart. */
final class KeyNibblesWide {
  private KeyNibblesWide() {}

  static void score(
      MemorySegment codes,
      long at,
      int rows,
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
    for (int r = 0; r < rows; r++, at += 64, to += 256) {
      ByteVector x = ByteVector.fromMemorySegment(B, codes, at, LE);
      ByteVector y = x.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes();
      ShortVector s =
          x.selectFrom(ByteVector.fromArray(B, tables, to))
              .add(y.selectFrom(ByteVector.fromArray(B, tables, to + 64)))
              .reinterpretAsShorts();
      all = all.add(s);
      high = high.add(s.lanewise(LSHR, eight));
      s =
          x.selectFrom(ByteVector.fromArray(B, tables, to + 128))
              .add(y.selectFrom(ByteVector.fromArray(B, tables, to + 192)))
              .reinterpretAsShorts();
      fineAll = fineAll.add(s);
      fineHigh = fineHigh.add(s.lanewise(LSHR, eight));
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
