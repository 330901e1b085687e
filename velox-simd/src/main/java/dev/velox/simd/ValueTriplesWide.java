package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static dev.velox.simd.Wide.MAGIC;
import static dev.velox.simd.Wide.S;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

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
      float max,
      float unit,
      float[] sums,
      int so) {
    float scale = 511f / max;
    float worth = max * unit / 511f;
    float zero = -32768f * worth;
    int g = 0;
    for (; g + 1 < groups; g += 2) {
      two(
          codes,
          at + 192L * g,
          192L * groups,
          book,
          bo,
          scale,
          weights,
          wo,
          worth,
          zero,
          sums,
          so + 64 * g);
    }
    if (g < groups) {
      ValueTriplesWideGroup.add(
          codes,
          at + 192L * g,
          192L * groups,
          book,
          bo,
          scale,
          weights,
          wo,
          worth,
          zero,
          sums,
          so + 64 * g);
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
      float worth,
      float zero,
      float[] sums,
      int so) {
    ShortVector low = ShortVector.zero(S);
    ShortVector high = low;
    ShortVector low2 = low;
    ShortVector high2 = low;
    FloatVector levels = FloatVector.fromArray(F, book, bo).mul(scale);
    FloatVector magic = FloatVector.broadcast(F, MAGIC + 512f);
    ShortVector pa = ShortVector.fromArray(S, ValueSpread.TRIPLE_WIDE_0, 0);
    ShortVector pb = ShortVector.fromArray(S, ValueSpread.TRIPLE_WIDE_1, 0);
    ShortVector pc = ShortVector.fromArray(S, ValueSpread.TRIPLE_WIDE_2, 0);
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
              .and(0x03030303)
              .or(b.lanewise(LSHR, 4).and(0x0c0c0c0c))
              .or(c.lanewise(LSHR, 2).and(0x30303030));
      low = low.add(a.reinterpretAsShorts().selectFrom(low0t, high0t));
      high = high.add(a.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low0t, high0t));
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
              .and(0x03030303)
              .or(b2.lanewise(LSHR, 4).and(0x0c0c0c0c))
              .or(c2.lanewise(LSHR, 2).and(0x30303030));
      low2 = low2.add(a2.reinterpretAsShorts().selectFrom(low0t, high0t));
      high2 = high2.add(a2.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low0t, high0t));
      low2 = low2.add(b2.reinterpretAsShorts().selectFrom(low1t, high1t));
      high2 = high2.add(b2.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low1t, high1t));
      low2 = low2.add(c2.reinterpretAsShorts().selectFrom(low2t, high2t));
      high2 = high2.add(c2.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low2t, high2t));
      low2 = low2.add(d2.reinterpretAsShorts().selectFrom(low3t, high3t));
      high2 = high2.add(d2.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(low3t, high3t));
    }
    FloatVector unit = FloatVector.broadcast(F, worth);
    FloatVector bias = FloatVector.broadcast(F, zero);
    ((FloatVector) low.convertShape(ZERO_EXTEND_S2I, I, 0).convertShape(I2F, F, 0))
        .fma(unit, bias)
        .add(FloatVector.fromArray(F, sums, so))
        .intoArray(sums, so);
    ((FloatVector) low.convertShape(ZERO_EXTEND_S2I, I, 1).convertShape(I2F, F, 0))
        .fma(unit, bias)
        .add(FloatVector.fromArray(F, sums, so + 16))
        .intoArray(sums, so + 16);
    ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, I, 0).convertShape(I2F, F, 0))
        .fma(unit, bias)
        .add(FloatVector.fromArray(F, sums, so + 32))
        .intoArray(sums, so + 32);
    ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, I, 1).convertShape(I2F, F, 0))
        .fma(unit, bias)
        .add(FloatVector.fromArray(F, sums, so + 48))
        .intoArray(sums, so + 48);
    ((FloatVector) low2.convertShape(ZERO_EXTEND_S2I, I, 0).convertShape(I2F, F, 0))
        .fma(unit, bias)
        .add(FloatVector.fromArray(F, sums, so + 64))
        .intoArray(sums, so + 64);
    ((FloatVector) low2.convertShape(ZERO_EXTEND_S2I, I, 1).convertShape(I2F, F, 0))
        .fma(unit, bias)
        .add(FloatVector.fromArray(F, sums, so + 80))
        .intoArray(sums, so + 80);
    ((FloatVector) high2.convertShape(ZERO_EXTEND_S2I, I, 0).convertShape(I2F, F, 0))
        .fma(unit, bias)
        .add(FloatVector.fromArray(F, sums, so + 96))
        .intoArray(sums, so + 96);
    ((FloatVector) high2.convertShape(ZERO_EXTEND_S2I, I, 1).convertShape(I2F, F, 0))
        .fma(unit, bias)
        .add(FloatVector.fromArray(F, sums, so + 112))
        .intoArray(sums, so + 112);
  }
}
