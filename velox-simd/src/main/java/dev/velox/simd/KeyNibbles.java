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

/**
 * Keys in rows of two nibbles, entries of 8 bits. Sums of bytes are kept in 16-bit lanes: {@code
 * all} adds whole lanes, {@code high} their upper bytes, so that {@code all - (high << 8)} sums the
 * lower.
 */
final class KeyNibbles {
  private KeyNibbles() {}

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
    ShortVector high = ShortVector.zero(S);
    for (int r = 0; r < rows; r++, at += 64, to += 128) {
      ByteVector x = ByteVector.fromMemorySegment(B, codes, at, LE);
      ShortVector a = x.selectFrom(ByteVector.fromArray(B, tables, to)).reinterpretAsShorts();
      ShortVector b =
          x.reinterpretAsInts()
              .lanewise(LSHR, 4)
              .reinterpretAsBytes()
              .selectFrom(ByteVector.fromArray(B, tables, to + 64))
              .reinterpretAsShorts();
      all = all.add(a.add(b));
      high = high.add(a.lanewise(LSHR, eight).add(b.lanewise(LSHR, eight)));
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
