package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.LE;
import static dev.velox.simd.Wide.S;
import static dev.velox.simd.Wide.SHORTS;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;

/**
 * Keys in rows of two nibbles, entries of 14 bits: upper and lower halves summed apart, as in
 * {@link KeyNibbles}.
 */
final class KeyNibblesWide {
  private KeyNibblesWide() {}

  static void score(
      MemorySegment codes,
      long at,
      int blocks,
      int rows,
      MemorySegment tables,
      long to,
      float step,
      float bias,
      float[] scores,
      int so) {
    long block = 64L * rows;
    for (int b = 0; b < blocks; b++) {
      one(codes, at + b * block, rows, tables, to, scores, so + 64 * b);
      KeySums.wide(scores, so + 64 * b, step, bias);
    }
  }

  /** Four sums of 32 shorts: of entries' upper halves for even and odd bytes, and lower ones. */
  static void one(
      MemorySegment codes,
      long at,
      int rows,
      MemorySegment tables,
      long to,
      float[] scores,
      int so) {
    ShortVector eight = ShortVector.fromArray(S, Wide.EIGHT, 0);
    ByteVector first = ByteVector.fromArray(B, Wide.FIRST, 0);
    ByteVector second = ByteVector.fromArray(B, Wide.SECOND, 0);
    ShortVector all = ShortVector.zero(S);
    ShortVector high = all;
    ShortVector fineAll = all;
    ShortVector fineHigh = all;
    int end = 64 * rows;
    for (int p = 0; p < end; p += 64) {
      ByteVector x = ByteVector.fromMemorySegment(B, codes, at + p, LE);
      ByteVector y = x.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes().or(second);
      x = x.and(first);
      ByteVector table = ByteVector.fromMemorySegment(B, tables, to + 2L * p, LE);
      ShortVector s = x.selectFrom(table).add(y.selectFrom(table)).reinterpretAsShorts();
      all = SHORTS.cast(all).add(s);
      high = SHORTS.cast(high).add(s.lanewise(LSHR, eight));
      table = ByteVector.fromMemorySegment(B, tables, to + 2L * p + 64, LE);
      s = x.selectFrom(table).add(y.selectFrom(table)).reinterpretAsShorts();
      fineAll = SHORTS.cast(fineAll).add(s);
      fineHigh = SHORTS.cast(fineHigh).add(s.lanewise(LSHR, eight));
    }
    SHORTS
        .cast(all)
        .sub(SHORTS.cast(high).lanewise(LSHL, eight))
        .reinterpretAsFloats()
        .intoArray(scores, so);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(scores, so + 16);
    SHORTS
        .cast(fineAll)
        .sub(SHORTS.cast(fineHigh).lanewise(LSHL, eight))
        .reinterpretAsFloats()
        .intoArray(scores, so + 32);
    SHORTS.cast(fineHigh).reinterpretAsFloats().intoArray(scores, so + 48);
  }
}
