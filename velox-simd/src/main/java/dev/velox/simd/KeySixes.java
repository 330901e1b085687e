package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.LE;
import static dev.velox.simd.Wide.S;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;

/**
 * Keys in triplets of rows of four 6-bit indexes, entries of 7 bits; sums as in {@link KeyNibbles}.
 */
final class KeySixes {
  private KeySixes() {}

  static void score(
      MemorySegment codes,
      long at,
      int blocks,
      int triplets,
      byte[] tables,
      int to,
      float step,
      float bias,
      float[] scores,
      int so) {
    long block = 192L * triplets;
    for (int b = 0; b < blocks; b++) {
      one(codes, at + b * block, triplets, tables, to, scores, so + 64 * b);
      KeySums.narrow(scores, so + 64 * b, step, bias);
    }
  }

  private static void one(
      MemorySegment codes, long at, int triplets, byte[] tables, int to, float[] scores, int so) {
    ShortVector eight = ShortVector.fromArray(S, Wide.EIGHT, 0);
    ShortVector all = ShortVector.zero(S);
    ShortVector high = all;
    int end = 192 * triplets;
    for (int p = 0, t = to; p < end; p += 192, t += 256) {
      ByteVector a = ByteVector.fromMemorySegment(B, codes, at + p, LE);
      ByteVector b = ByteVector.fromMemorySegment(B, codes, at + p + 64, LE);
      ByteVector c = ByteVector.fromMemorySegment(B, codes, at + p + 128, LE);
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
    }
    all.sub(high.lanewise(LSHL, eight)).reinterpretAsFloats().intoArray(scores, so);
    high.reinterpretAsFloats().intoArray(scores, so + 16);
  }
}
