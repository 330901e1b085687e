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

/** Values of 3 bits: three rows are eight tokens of 64 channels, an entry two tokens of 6 bits. */
final class ValueTriples {
  private ValueTriples() {}

  static void add(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    float scale = 31f / max;
    float worth = max * unit / 31f;
    float zero = -2048f * worth;
    int g = 0;
    for (; g + 1 < groups; g += 2) {
      two(codes, at + 192L * g, 192L * groups, book, bo, scale, weights, wo, work);
      SixteenBitSums.add(weights, work, worth, zero, sums, so + 64 * g);
      SixteenBitSums.add(weights, work + 32, worth, zero, sums, so + 64 * g + 64);
    }
    if (g < groups) {
      one(codes, at + 192L * g, 192L * groups, book, bo, scale, weights, wo, work);
      SixteenBitSums.add(weights, work, worth, zero, sums, so + 64 * g);
    }
  }

  private static void two(
      MemorySegment codes,
      long at,
      long stride,
      float[] book,
      int bo,
      float scale,
      float[] weights,
      int wo,
      int work) {
    ShortVector eight = ShortVector.fromArray(S, Wide.EIGHT, 0);
    ShortVector all = ShortVector.zero(S);
    ShortVector high = all;
    ShortVector all2 = all;
    ShortVector high2 = all;
    FloatVector levels = FloatVector.fromArray(F, book, bo).mul(scale);
    FloatVector magic = FloatVector.broadcast(F, MAGIC + 32f);
    ByteVector pa = ByteVector.fromArray(B, ValueSpread.TRIPLE_0, 0);
    ByteVector pb = ByteVector.fromArray(B, ValueSpread.TRIPLE_1, 0);
    IntVector top0 = IntVector.broadcast(I, 0x03030303);
    IntVector top1 = IntVector.broadcast(I, 0x0c0c0c0c);
    IntVector top2 = IntVector.broadcast(I, 0x30303030);
    for (int t = 0; t < 64; t += 8, at += stride) {
      IntVector eightWeights = FloatVector.fromArray(F, weights, wo + t).reinterpretAsInts();
      ByteVector entries0 =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_0, 0)
                      .selectFrom(eightWeights)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsBytes();
      ByteVector pair0 = pa.selectFrom(entries0).add(pb.selectFrom(entries0));
      ByteVector entries1 =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_1, 0)
                      .selectFrom(eightWeights)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsBytes();
      ByteVector pair1 = pa.selectFrom(entries1).add(pb.selectFrom(entries1));
      ByteVector entries2 =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_2, 0)
                      .selectFrom(eightWeights)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsBytes();
      ByteVector pair2 = pa.selectFrom(entries2).add(pb.selectFrom(entries2));
      ByteVector entries3 =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_3, 0)
                      .selectFrom(eightWeights)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsBytes();
      ByteVector pair3 = pa.selectFrom(entries3).add(pb.selectFrom(entries3));
      ByteVector a = ByteVector.fromMemorySegment(B, codes, at, LE);
      ByteVector b = ByteVector.fromMemorySegment(B, codes, at + 64, LE);
      ByteVector c = ByteVector.fromMemorySegment(B, codes, at + 128, LE);
      ByteVector d =
          a.reinterpretAsInts()
              .lanewise(LSHR, 6)
              .and(top0)
              .or(b.reinterpretAsInts().lanewise(LSHR, 4).and(top1))
              .or(c.reinterpretAsInts().lanewise(LSHR, 2).and(top2))
              .reinterpretAsBytes();
      ShortVector s = a.selectFrom(pair0).add(b.selectFrom(pair1)).reinterpretAsShorts();
      ShortVector u = c.selectFrom(pair2).add(d.selectFrom(pair3)).reinterpretAsShorts();
      all = SHORTS.cast(all).add(s.add(u));
      high = SHORTS.cast(high).add(s.lanewise(LSHR, eight).add(u.lanewise(LSHR, eight)));
      ByteVector a2 = ByteVector.fromMemorySegment(B, codes, at + 192, LE);
      ByteVector b2 = ByteVector.fromMemorySegment(B, codes, at + 256, LE);
      ByteVector c2 = ByteVector.fromMemorySegment(B, codes, at + 320, LE);
      ByteVector d2 =
          a2.reinterpretAsInts()
              .lanewise(LSHR, 6)
              .and(top0)
              .or(b2.reinterpretAsInts().lanewise(LSHR, 4).and(top1))
              .or(c2.reinterpretAsInts().lanewise(LSHR, 2).and(top2))
              .reinterpretAsBytes();
      ShortVector s2 = a2.selectFrom(pair0).add(b2.selectFrom(pair1)).reinterpretAsShorts();
      ShortVector u2 = c2.selectFrom(pair2).add(d2.selectFrom(pair3)).reinterpretAsShorts();
      all2 = SHORTS.cast(all2).add(s2.add(u2));
      high2 = SHORTS.cast(high2).add(s2.lanewise(LSHR, eight).add(u2.lanewise(LSHR, eight)));
    }
    ShortVector low = SHORTS.cast(all).sub(SHORTS.cast(high).lanewise(LSHL, eight));
    low.reinterpretAsFloats().intoArray(weights, work);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(weights, work + 16);
    ShortVector low2 = SHORTS.cast(all2).sub(SHORTS.cast(high2).lanewise(LSHL, eight));
    low2.reinterpretAsFloats().intoArray(weights, work + 32);
    SHORTS.cast(high2).reinterpretAsFloats().intoArray(weights, work + 48);
  }

  private static void one(
      MemorySegment codes,
      long at,
      long stride,
      float[] book,
      int bo,
      float scale,
      float[] weights,
      int wo,
      int work) {
    ShortVector eight = ShortVector.fromArray(S, Wide.EIGHT, 0);
    ShortVector all = ShortVector.zero(S);
    ShortVector high = all;
    FloatVector levels = FloatVector.fromArray(F, book, bo).mul(scale);
    FloatVector magic = FloatVector.broadcast(F, MAGIC + 32f);
    ByteVector pa = ByteVector.fromArray(B, ValueSpread.TRIPLE_0, 0);
    ByteVector pb = ByteVector.fromArray(B, ValueSpread.TRIPLE_1, 0);
    IntVector top0 = IntVector.broadcast(I, 0x03030303);
    IntVector top1 = IntVector.broadcast(I, 0x0c0c0c0c);
    IntVector top2 = IntVector.broadcast(I, 0x30303030);
    for (int t = 0; t < 64; t += 8, at += stride) {
      IntVector eightWeights = FloatVector.fromArray(F, weights, wo + t).reinterpretAsInts();
      ByteVector entries0 =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_0, 0)
                      .selectFrom(eightWeights)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsBytes();
      ByteVector pair0 = pa.selectFrom(entries0).add(pb.selectFrom(entries0));
      ByteVector entries1 =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_1, 0)
                      .selectFrom(eightWeights)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsBytes();
      ByteVector pair1 = pa.selectFrom(entries1).add(pb.selectFrom(entries1));
      ByteVector entries2 =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_2, 0)
                      .selectFrom(eightWeights)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsBytes();
      ByteVector pair2 = pa.selectFrom(entries2).add(pb.selectFrom(entries2));
      ByteVector entries3 =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_3, 0)
                      .selectFrom(eightWeights)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsBytes();
      ByteVector pair3 = pa.selectFrom(entries3).add(pb.selectFrom(entries3));
      ByteVector a = ByteVector.fromMemorySegment(B, codes, at, LE);
      ByteVector b = ByteVector.fromMemorySegment(B, codes, at + 64, LE);
      ByteVector c = ByteVector.fromMemorySegment(B, codes, at + 128, LE);
      ByteVector d =
          a.reinterpretAsInts()
              .lanewise(LSHR, 6)
              .and(top0)
              .or(b.reinterpretAsInts().lanewise(LSHR, 4).and(top1))
              .or(c.reinterpretAsInts().lanewise(LSHR, 2).and(top2))
              .reinterpretAsBytes();
      ShortVector s = a.selectFrom(pair0).add(b.selectFrom(pair1)).reinterpretAsShorts();
      ShortVector u = c.selectFrom(pair2).add(d.selectFrom(pair3)).reinterpretAsShorts();
      all = SHORTS.cast(all).add(s.add(u));
      high = SHORTS.cast(high).add(s.lanewise(LSHR, eight).add(u.lanewise(LSHR, eight)));
    }
    ShortVector low = SHORTS.cast(all).sub(SHORTS.cast(high).lanewise(LSHL, eight));
    low.reinterpretAsFloats().intoArray(weights, work);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(weights, work + 16);
  }
}
