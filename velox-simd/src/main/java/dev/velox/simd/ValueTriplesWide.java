package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static dev.velox.simd.Wide.MAGIC;
import static dev.velox.simd.Wide.S;
import static dev.velox.simd.Wide.SHORTS;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * Values of 3 bits, entries of two tokens of 10 bits looked up as shorts in tables of two
 * registers.
 */
final class ValueTriplesWide {
  private ValueTriplesWide() {}

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
    float scale = 511f / max;
    float worth = max * unit / 511f;
    float zero = -32768f * worth;
    int g = 0;
    for (; g + 1 < groups; g += 2) {
      two(codes, at + 192L * g, 192L * groups, book, bo, scale, weights, wo, work);
      SixteenBitSums.add(weights, work, worth, zero, sums, so + 64 * g);
      SixteenBitSums.add(weights, work + 32, worth, zero, sums, so + 64 * g + 64);
    }
    if (g < groups) {
      ValueTriplesWideGroup.add(
          codes, at + 192L * g, 192L * groups, book, bo, scale, weights, wo, work);
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
    ShortVector low = ShortVector.zero(S);
    ShortVector high = low;
    ShortVector low2 = low;
    ShortVector high2 = low;
    FloatVector levels = FloatVector.fromArray(F, book, bo).mul(scale);
    FloatVector magic = FloatVector.broadcast(F, MAGIC + 512f);
    ShortVector pa = ShortVector.fromArray(S, ValueSpread.TRIPLE_WIDE_0, 0);
    ShortVector pb = ShortVector.fromArray(S, ValueSpread.TRIPLE_WIDE_1, 0);
    ShortVector pc = ShortVector.fromArray(S, ValueSpread.TRIPLE_WIDE_2, 0);
    IntVector top0 = IntVector.broadcast(I, 0x03030303);
    IntVector top1 = IntVector.broadcast(I, 0x0c0c0c0c);
    IntVector top2 = IntVector.broadcast(I, 0x30303030);
    for (int t = 0; t < 64; t += 8, at += stride) {
      IntVector eightWeights = FloatVector.fromArray(F, weights, wo + t).reinterpretAsInts();
      ShortVector entries0 =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_0, 0)
                      .selectFrom(eightWeights)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsShorts();
      ShortVector base0 = pa.selectFrom(entries0);
      ShortVector low0t = base0.add(pb.selectFrom(entries0));
      ShortVector high0t = base0.add(pc.selectFrom(entries0));
      ShortVector entries1 =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_1, 0)
                      .selectFrom(eightWeights)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsShorts();
      ShortVector base1 = pa.selectFrom(entries1);
      ShortVector low1t = base1.add(pb.selectFrom(entries1));
      ShortVector high1t = base1.add(pc.selectFrom(entries1));
      ShortVector entries2 =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_2, 0)
                      .selectFrom(eightWeights)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsShorts();
      ShortVector base2 = pa.selectFrom(entries2);
      ShortVector low2t = base2.add(pb.selectFrom(entries2));
      ShortVector high2t = base2.add(pc.selectFrom(entries2));
      ShortVector entries3 =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_3, 0)
                      .selectFrom(eightWeights)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsShorts();
      ShortVector base3 = pa.selectFrom(entries3);
      ShortVector low3t = base3.add(pb.selectFrom(entries3));
      ShortVector high3t = base3.add(pc.selectFrom(entries3));
      IntVector a = IntVector.fromMemorySegment(I, codes, at, LE);
      IntVector b = IntVector.fromMemorySegment(I, codes, at + 64, LE);
      IntVector c = IntVector.fromMemorySegment(I, codes, at + 128, LE);
      IntVector d =
          a.lanewise(LSHR, 6)
              .and(top0)
              .or(b.lanewise(LSHR, 4).and(top1))
              .or(c.lanewise(LSHR, 2).and(top2));
      low = SHORTS.cast(low).add(a.reinterpretAsShorts().selectFrom(low0t, high0t));
      high =
          SHORTS
              .cast(high)
              .add(a.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low0t, high0t));
      low = low.add(b.reinterpretAsShorts().selectFrom(low1t, high1t));
      high = high.add(b.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low1t, high1t));
      low = low.add(c.reinterpretAsShorts().selectFrom(low2t, high2t));
      high = high.add(c.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low2t, high2t));
      low = low.add(d.reinterpretAsShorts().selectFrom(low3t, high3t));
      high = high.add(d.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low3t, high3t));
      IntVector a2 = IntVector.fromMemorySegment(I, codes, at + 192, LE);
      IntVector b2 = IntVector.fromMemorySegment(I, codes, at + 256, LE);
      IntVector c2 = IntVector.fromMemorySegment(I, codes, at + 320, LE);
      IntVector d2 =
          a2.lanewise(LSHR, 6)
              .and(top0)
              .or(b2.lanewise(LSHR, 4).and(top1))
              .or(c2.lanewise(LSHR, 2).and(top2));
      low2 = SHORTS.cast(low2).add(a2.reinterpretAsShorts().selectFrom(low0t, high0t));
      high2 =
          SHORTS
              .cast(high2)
              .add(a2.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low0t, high0t));
      low2 = low2.add(b2.reinterpretAsShorts().selectFrom(low1t, high1t));
      high2 = high2.add(b2.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low1t, high1t));
      low2 = low2.add(c2.reinterpretAsShorts().selectFrom(low2t, high2t));
      high2 = high2.add(c2.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low2t, high2t));
      low2 = low2.add(d2.reinterpretAsShorts().selectFrom(low3t, high3t));
      high2 = high2.add(d2.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low3t, high3t));
    }
    SHORTS.cast(low).reinterpretAsFloats().intoArray(weights, work);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(weights, work + 16);
    SHORTS.cast(low2).reinterpretAsFloats().intoArray(weights, work + 32);
    SHORTS.cast(high2).reinterpretAsFloats().intoArray(weights, work + 48);
  }
}
