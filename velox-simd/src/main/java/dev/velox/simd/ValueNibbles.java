package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.LE;
import static dev.velox.simd.Wide.MAGIC;
import static dev.velox.simd.Wide.S;
import static dev.velox.simd.Wide.SHORTS;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;

/** Values of 4 bits: a row is two tokens of 64 channels, an entry 7 bits. */
final class ValueNibbles {
  private ValueNibbles() {}

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
    float scale = 63f / max;
    float worth = max * unit / 63f;
    float zero = -4096f * worth;
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
    FloatVector magic = FloatVector.broadcast(F, MAGIC + 64f);
    ByteVector spread = ByteVector.fromArray(B, ValueSpread.SIXTEEN, 0);
    for (int t = 0; t < 64; t += 2, at += stride) {
      ByteVector first =
          spread.selectFrom(
              levels.fma(FloatVector.broadcast(F, weights[wo + t]), magic).reinterpretAsBytes());
      ByteVector second =
          spread.selectFrom(
              levels
                  .fma(FloatVector.broadcast(F, weights[wo + t + 1]), magic)
                  .reinterpretAsBytes());
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
    FloatVector magic = FloatVector.broadcast(F, MAGIC + 64f);
    ByteVector spread = ByteVector.fromArray(B, ValueSpread.SIXTEEN, 0);
    for (int t = 0; t < 64; t += 2, at += stride) {
      ByteVector first =
          spread.selectFrom(
              levels.fma(FloatVector.broadcast(F, weights[wo + t]), magic).reinterpretAsBytes());
      ByteVector second =
          spread.selectFrom(
              levels
                  .fma(FloatVector.broadcast(F, weights[wo + t + 1]), magic)
                  .reinterpretAsBytes());
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
