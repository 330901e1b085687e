package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static dev.velox.simd.Wide.S;
import static dev.velox.simd.Wide.SHORTS;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * Keys in triplets of rows of four 6-bit indexes, entries of 14 bits: halves summed apart. The
 * fence is that of {@link KeySixes}.
 */
final class KeySixesWide {
  private KeySixesWide() {}

  static void score(
      MemorySegment codes,
      long at,
      int blocks,
      int triplets,
      MemorySegment tables,
      long to,
      float step,
      float bias,
      float[] scores,
      int so) {
    long block = 192L * triplets;
    for (int b = 0; b < blocks; b++) {
      one(codes, at + b * block, triplets, tables, to, scores, so + 64 * b);
      KeySums.wide(scores, so + 64 * b, step, bias);
    }
  }

  /** Four sums of 32 shorts: of entries' upper halves for even and odd bytes, and lower ones. */
  static void one(
      MemorySegment codes,
      long at,
      int triplets,
      MemorySegment tables,
      long to,
      float[] scores,
      int so) {
    ShortVector eight = ShortVector.fromArray(S, Wide.EIGHT, 0);
    ShortVector all = ShortVector.zero(S);
    ShortVector high = all;
    ShortVector fineAll = all;
    ShortVector fineHigh = all;
    IntVector top0 = IntVector.broadcast(I, 0x03030303);
    IntVector top1 = IntVector.broadcast(I, 0x0c0c0c0c);
    IntVector top2 = IntVector.broadcast(I, 0x30303030);
    int end = 192 * triplets;
    for (int i = 0, j = 0; i < end; i += 192, j += 512) {
      long p = at + i;
      long t = to + j;
      ByteVector a = ByteVector.fromMemorySegment(B, codes, p, LE);
      ByteVector b = ByteVector.fromMemorySegment(B, codes, p + 64, LE);
      ByteVector c = ByteVector.fromMemorySegment(B, codes, p + 128, LE);
      ByteVector d =
          a.reinterpretAsInts()
              .lanewise(LSHR, 6)
              .and(top0)
              .or(b.reinterpretAsInts().lanewise(LSHR, 4).and(top1))
              .or(c.reinterpretAsInts().lanewise(LSHR, 2).and(top2))
              .reinterpretAsBytes();
      ShortVector s =
          a.selectFrom(ByteVector.fromMemorySegment(B, tables, t, LE))
              .add(b.selectFrom(ByteVector.fromMemorySegment(B, tables, t + 64, LE)))
              .reinterpretAsShorts();
      ShortVector u =
          c.selectFrom(ByteVector.fromMemorySegment(B, tables, t + 128, LE))
              .add(d.selectFrom(ByteVector.fromMemorySegment(B, tables, t + 192, LE)))
              .reinterpretAsShorts();
      VarHandle.loadLoadFence();
      all = SHORTS.cast(all).add(s.add(u));
      high = SHORTS.cast(high).add(s.lanewise(LSHR, eight).add(u.lanewise(LSHR, eight)));
      s =
          a.selectFrom(ByteVector.fromMemorySegment(B, tables, t + 256, LE))
              .add(b.selectFrom(ByteVector.fromMemorySegment(B, tables, t + 320, LE)))
              .reinterpretAsShorts();
      u =
          c.selectFrom(ByteVector.fromMemorySegment(B, tables, t + 384, LE))
              .add(d.selectFrom(ByteVector.fromMemorySegment(B, tables, t + 448, LE)))
              .reinterpretAsShorts();
      fineAll = SHORTS.cast(fineAll).add(s.add(u));
      fineHigh = SHORTS.cast(fineHigh).add(s.lanewise(LSHR, eight).add(u.lanewise(LSHR, eight)));
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
