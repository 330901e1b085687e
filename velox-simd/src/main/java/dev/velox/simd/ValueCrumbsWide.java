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

/** Values of 2 bits, entries of two tokens of 10 bits looked up as shorts. */
final class ValueCrumbsWide {
  private ValueCrumbsWide() {}

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
          at + 64L * g,
          64L * groups,
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
      one(
          codes,
          at + 64L * g,
          64L * groups,
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
    IntVector fours = IntVector.fromArray(I, ValueSpread.FOURS, 0);
    ShortVector pa = ShortVector.fromArray(S, ValueSpread.CRUMB_WIDE_0, 0);
    ShortVector pb = ShortVector.fromArray(S, ValueSpread.CRUMB_WIDE_1, 0);
    ShortVector pc = ShortVector.fromArray(S, ValueSpread.CRUMB_WIDE_2, 0);
    ShortVector pd = ShortVector.fromArray(S, ValueSpread.CRUMB_WIDE_3, 0);
    for (int t = 0; t < 64; t += 4, at += stride) {
      IntVector four = FloatVector.fromArray(F, weights, wo + t).reinterpretAsInts();
      ShortVector entries =
          levels.fma(fours.selectFrom(four).reinterpretAsFloats(), magic).reinterpretAsShorts();
      ShortVector first = pa.selectFrom(entries).add(pb.selectFrom(entries));
      ShortVector second = pc.selectFrom(entries).add(pd.selectFrom(entries));
      IntVector x = IntVector.fromMemorySegment(I, codes, at, LE);
      low =
          low.add(x.reinterpretAsShorts().selectFrom(first))
              .add(x.lanewise(LSHR, 4).reinterpretAsShorts().selectFrom(second));
      high =
          high.add(x.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(first))
              .add(x.lanewise(LSHR, 12).reinterpretAsShorts().selectFrom(second));
      IntVector x2 = IntVector.fromMemorySegment(I, codes, at + 64, LE);
      low2 =
          low2.add(x2.reinterpretAsShorts().selectFrom(first))
              .add(x2.lanewise(LSHR, 4).reinterpretAsShorts().selectFrom(second));
      high2 =
          high2
              .add(x2.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(first))
              .add(x2.lanewise(LSHR, 12).reinterpretAsShorts().selectFrom(second));
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

  private static void one(
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
    FloatVector levels = FloatVector.fromArray(F, book, bo).mul(scale);
    FloatVector magic = FloatVector.broadcast(F, MAGIC + 512f);
    IntVector fours = IntVector.fromArray(I, ValueSpread.FOURS, 0);
    ShortVector pa = ShortVector.fromArray(S, ValueSpread.CRUMB_WIDE_0, 0);
    ShortVector pb = ShortVector.fromArray(S, ValueSpread.CRUMB_WIDE_1, 0);
    ShortVector pc = ShortVector.fromArray(S, ValueSpread.CRUMB_WIDE_2, 0);
    ShortVector pd = ShortVector.fromArray(S, ValueSpread.CRUMB_WIDE_3, 0);
    for (int t = 0; t < 64; t += 4, at += stride) {
      IntVector four = FloatVector.fromArray(F, weights, wo + t).reinterpretAsInts();
      ShortVector entries =
          levels.fma(fours.selectFrom(four).reinterpretAsFloats(), magic).reinterpretAsShorts();
      ShortVector first = pa.selectFrom(entries).add(pb.selectFrom(entries));
      ShortVector second = pc.selectFrom(entries).add(pd.selectFrom(entries));
      IntVector x = IntVector.fromMemorySegment(I, codes, at, LE);
      low =
          low.add(x.reinterpretAsShorts().selectFrom(first))
              .add(x.lanewise(LSHR, 4).reinterpretAsShorts().selectFrom(second));
      high =
          high.add(x.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(first))
              .add(x.lanewise(LSHR, 12).reinterpretAsShorts().selectFrom(second));
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
  }
}
