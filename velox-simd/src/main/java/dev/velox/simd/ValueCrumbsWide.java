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
      two(codes, at + 64L * g, 64L * groups, book, bo, scale, weights, wo, work);
      SixteenBitSums.add(weights, work, worth, zero, sums, so + 64 * g);
      SixteenBitSums.add(weights, work + 32, worth, zero, sums, so + 64 * g + 64);
    }
    if (g < groups) {
      one(codes, at + 64L * g, 64L * groups, book, bo, scale, weights, wo, work);
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
          SHORTS
              .cast(low)
              .add(x.reinterpretAsShorts().selectFrom(first))
              .add(x.lanewise(LSHR, 4).reinterpretAsShorts().selectFrom(second));
      high =
          SHORTS
              .cast(high)
              .add(x.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(first))
              .add(x.lanewise(LSHR, 12).reinterpretAsShorts().selectFrom(second));
      IntVector x2 = IntVector.fromMemorySegment(I, codes, at + 64, LE);
      low2 =
          SHORTS
              .cast(low2)
              .add(x2.reinterpretAsShorts().selectFrom(first))
              .add(x2.lanewise(LSHR, 4).reinterpretAsShorts().selectFrom(second));
      high2 =
          SHORTS
              .cast(high2)
              .add(x2.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(first))
              .add(x2.lanewise(LSHR, 12).reinterpretAsShorts().selectFrom(second));
    }
    SHORTS.cast(low).reinterpretAsFloats().intoArray(weights, work);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(weights, work + 16);
    SHORTS.cast(low2).reinterpretAsFloats().intoArray(weights, work + 32);
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
          SHORTS
              .cast(low)
              .add(x.reinterpretAsShorts().selectFrom(first))
              .add(x.lanewise(LSHR, 4).reinterpretAsShorts().selectFrom(second));
      high =
          SHORTS
              .cast(high)
              .add(x.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(first))
              .add(x.lanewise(LSHR, 12).reinterpretAsShorts().selectFrom(second));
    }
    SHORTS.cast(low).reinterpretAsFloats().intoArray(weights, work);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(weights, work + 16);
  }
}
