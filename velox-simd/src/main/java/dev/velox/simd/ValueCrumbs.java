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

/** Values of 2 bits: a row is four tokens of 64 channels, an entry two tokens of 6 bits. */
final class ValueCrumbs {
  private ValueCrumbs() {}

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
    ShortVector eight = ShortVector.fromArray(S, Wide.EIGHT, 0);
    ShortVector all = ShortVector.zero(S);
    ShortVector high = all;
    ShortVector all2 = all;
    ShortVector high2 = all;
    FloatVector levels = FloatVector.fromArray(F, book, bo).mul(scale);
    FloatVector magic = FloatVector.broadcast(F, MAGIC + 32f);
    IntVector fours = IntVector.fromArray(I, ValueSpread.FOURS, 0);
    ByteVector pa = ByteVector.fromArray(B, ValueSpread.CRUMB_0, 0);
    ByteVector pb = ByteVector.fromArray(B, ValueSpread.CRUMB_1, 0);
    ByteVector pc = ByteVector.fromArray(B, ValueSpread.CRUMB_2, 0);
    ByteVector pd = ByteVector.fromArray(B, ValueSpread.CRUMB_3, 0);
    for (int t = 0; t < 64; t += 4, at += stride) {
      IntVector four = FloatVector.fromArray(F, weights, wo + t).reinterpretAsInts();
      ByteVector entries =
          levels.fma(fours.selectFrom(four).reinterpretAsFloats(), magic).reinterpretAsBytes();
      ByteVector first = pa.selectFrom(entries).add(pb.selectFrom(entries));
      ByteVector second = pc.selectFrom(entries).add(pd.selectFrom(entries));
      ByteVector x = ByteVector.fromMemorySegment(B, codes, at, LE);
      ShortVector s =
          x.selectFrom(first)
              .add(x.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes().selectFrom(second))
              .reinterpretAsShorts();
      all = SHORTS.cast(all).add(s);
      high = SHORTS.cast(high).add(s.lanewise(LSHR, eight));
      ByteVector x2 = ByteVector.fromMemorySegment(B, codes, at + 64, LE);
      ShortVector s2 =
          x2.selectFrom(first)
              .add(x2.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes().selectFrom(second))
              .reinterpretAsShorts();
      all2 = SHORTS.cast(all2).add(s2);
      high2 = SHORTS.cast(high2).add(s2.lanewise(LSHR, eight));
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
    IntVector fours = IntVector.fromArray(I, ValueSpread.FOURS, 0);
    ByteVector pa = ByteVector.fromArray(B, ValueSpread.CRUMB_0, 0);
    ByteVector pb = ByteVector.fromArray(B, ValueSpread.CRUMB_1, 0);
    ByteVector pc = ByteVector.fromArray(B, ValueSpread.CRUMB_2, 0);
    ByteVector pd = ByteVector.fromArray(B, ValueSpread.CRUMB_3, 0);
    for (int t = 0; t < 64; t += 4, at += stride) {
      IntVector four = FloatVector.fromArray(F, weights, wo + t).reinterpretAsInts();
      ByteVector entries =
          levels.fma(fours.selectFrom(four).reinterpretAsFloats(), magic).reinterpretAsBytes();
      ByteVector first = pa.selectFrom(entries).add(pb.selectFrom(entries));
      ByteVector second = pc.selectFrom(entries).add(pd.selectFrom(entries));
      ByteVector x = ByteVector.fromMemorySegment(B, codes, at, LE);
      ShortVector s =
          x.selectFrom(first)
              .add(x.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes().selectFrom(second))
              .reinterpretAsShorts();
      all = SHORTS.cast(all).add(s);
      high = SHORTS.cast(high).add(s.lanewise(LSHR, eight));
    }
    ShortVector low = SHORTS.cast(all).sub(SHORTS.cast(high).lanewise(LSHL, eight));
    low.reinterpretAsFloats().intoArray(weights, work);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(weights, work + 16);
  }
}
