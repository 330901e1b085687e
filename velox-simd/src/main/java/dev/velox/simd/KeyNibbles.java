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
 * Keys in rows of two nibbles, entries of 8 bits. Sums of bytes are kept in 16-bit lanes: {@code
 * all} adds whole lanes, {@code high} their upper bytes, so that {@code all - (high << 8)} sums the
 * lower.
 */
final class KeyNibbles {
  private KeyNibbles() {}

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
      KeySums.narrow(scores, so + 64 * b, step, bias);
    }
  }

  /** Two sums of 32 shorts: of even and odd bytes. */
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
    int end = 64 * rows;
    for (int p = 0; p < end; p += 64) {
      ByteVector x = ByteVector.fromMemorySegment(B, codes, at + p, LE);
      ByteVector y = x.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes();
      ByteVector table = ByteVector.fromMemorySegment(B, tables, to + p, LE);
      ShortVector a = x.and(first).selectFrom(table).reinterpretAsShorts();
      ShortVector b = y.or(second).selectFrom(table).reinterpretAsShorts();
      all = SHORTS.cast(all).add(a.add(b));
      high = SHORTS.cast(high).add(a.lanewise(LSHR, eight).add(b.lanewise(LSHR, eight)));
    }
    SHORTS
        .cast(all)
        .sub(SHORTS.cast(high).lanewise(LSHL, eight))
        .reinterpretAsFloats()
        .intoArray(scores, so);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(scores, so + 16);
  }
}
