package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static dev.velox.simd.Wide.MAGIC;
import static dev.velox.simd.Wide.S;
import static dev.velox.simd.Wide.SHORTS;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * Values of 2 bits, each half of a row with weights of its own. One register holds four tables of
 * 16 entries: of two pairs of tokens, for the even bytes of a row (its first half) and for the odd
 * ones. An entry is the sum of two tokens' of 7 bits.
 */
final class ValueCrumbGroups {
  /** Where the bytes of a table come from: low bytes of 16 ints are the first half's entries. */
  private static final byte[] FIRST = new byte[64];

  private static final byte[] SECOND = new byte[64];

  /** Which table the codes in the low nibbles of a row ask, and those in the high nibbles. */
  private static final byte[] LOW_TABLE = new byte[64];

  private static final byte[] HIGH_TABLE = new byte[64];

  static {
    for (int i = 0; i < 64; i++) {
      int half = i >> 4 & 1;
      int pair = i >> 5;
      FIRST[i] = (byte) (4 * (8 * pair + (i & 3)) + half);
      SECOND[i] = (byte) (4 * (8 * pair + 4 + (i >> 2 & 3)) + half);
      LOW_TABLE[i] = (byte) (16 * (i & 1));
      HIGH_TABLE[i] = (byte) (32 + 16 * (i & 1));
    }
  }

  private ValueCrumbGroups() {}

  static void sum(
      MemorySegment codes,
      long at,
      long stride,
      float[] book,
      float[] f,
      int first,
      int second,
      int work,
      float scale,
      float otherScale) {
    ShortVector eight = ShortVector.fromArray(S, Wide.EIGHT, 0);
    ByteVector nibble = ByteVector.broadcast(B, (byte) 15);
    ByteVector lowTable = ByteVector.fromArray(B, LOW_TABLE, 0);
    ByteVector highTable = ByteVector.fromArray(B, HIGH_TABLE, 0);
    ByteVector one = ByteVector.fromArray(B, FIRST, 0);
    ByteVector two = ByteVector.fromArray(B, SECOND, 0);
    FloatVector levels = FloatVector.fromArray(F, book, 0).mul(scale);
    FloatVector levels2 = FloatVector.fromArray(F, book, 0).mul(otherScale);
    FloatVector magic = FloatVector.broadcast(F, MAGIC + 64f);
    IntVector fours = IntVector.fromArray(I, ValueSpread.FOURS, 0);
    ShortVector all = ShortVector.zero(S);
    ShortVector high = all;
    for (int t = 0; t < 64; t += 4, at += stride) {
      IntVector a =
          levels
              .fma(
                  fours
                      .selectFrom(FloatVector.fromArray(F, f, first + t).reinterpretAsInts())
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsInts();
      IntVector b =
          levels2
              .fma(
                  fours
                      .selectFrom(FloatVector.fromArray(F, f, second + t).reinterpretAsInts())
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsInts();
      ByteVector entries = a.or(b.lanewise(LSHL, 8)).reinterpretAsBytes();
      ByteVector table = one.selectFrom(entries).add(two.selectFrom(entries));
      ByteVector x = ByteVector.fromMemorySegment(B, codes, at, LE);
      ByteVector y = x.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes();
      ShortVector p = x.and(nibble).or(lowTable).selectFrom(table).reinterpretAsShorts();
      ShortVector q = y.and(nibble).or(highTable).selectFrom(table).reinterpretAsShorts();
      all = SHORTS.cast(all).add(p.add(q));
      high = SHORTS.cast(high).add(p.lanewise(LSHR, eight).add(q.lanewise(LSHR, eight)));
    }
    SHORTS
        .cast(all)
        .sub(SHORTS.cast(high).lanewise(LSHL, eight))
        .reinterpretAsFloats()
        .intoArray(f, work);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(f, work + 16);
  }
}
