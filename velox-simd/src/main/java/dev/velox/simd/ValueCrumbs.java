package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static dev.velox.simd.Wide.MAGIC;
import static dev.velox.simd.Wide.S;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

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
      float max,
      float unit,
      float[] sums,
      int so) {
    float scale = 31f / max;
    float worth = max * unit / 31f;
    float zero = -2048f * worth;
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
      all = all.add(s);
      high = high.add(s.lanewise(LSHR, eight));
      ByteVector x2 = ByteVector.fromMemorySegment(B, codes, at + 64, LE);
      ShortVector s2 =
          x2.selectFrom(first)
              .add(x2.reinterpretAsInts().lanewise(LSHR, 4).reinterpretAsBytes().selectFrom(second))
              .reinterpretAsShorts();
      all2 = all2.add(s2);
      high2 = high2.add(s2.lanewise(LSHR, eight));
    }
    FloatVector unit = FloatVector.broadcast(F, worth);
    FloatVector bias = FloatVector.broadcast(F, zero);
    ShortVector low = all.sub(high.lanewise(LSHL, eight));
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
    ShortVector low2 = all2.sub(high2.lanewise(LSHL, eight));
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
      all = all.add(s);
      high = high.add(s.lanewise(LSHR, eight));
    }
    FloatVector unit = FloatVector.broadcast(F, worth);
    FloatVector bias = FloatVector.broadcast(F, zero);
    ShortVector low = all.sub(high.lanewise(LSHL, eight));
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
