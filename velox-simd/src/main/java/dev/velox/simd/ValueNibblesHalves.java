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

/** As {@link ValueNibblesWide}, each half of 64 channels with weights of its own. */
final class ValueNibblesHalves {
  private ValueNibblesHalves() {}

  static void add(
      MemorySegment codes,
      long at,
      long stride,
      float[] book,
      float[] weights,
      int first,
      int second,
      int work,
      float firstMax,
      float secondMax,
      float unit,
      float[] sums,
      int so) {
    ShortVector low = ShortVector.zero(S);
    ShortVector high = low;
    FloatVector levels = FloatVector.fromArray(F, book, 0).mul(firstMax > 0 ? 511f / firstMax : 0);
    FloatVector levels2 =
        FloatVector.fromArray(F, book, 0).mul(secondMax > 0 ? 511f / secondMax : 0);
    FloatVector magic = FloatVector.broadcast(F, MAGIC + 512f);
    ShortVector spread = ShortVector.fromArray(S, ValueSpread.SIXTEEN_WIDE, 0);
    for (int t = 0; t < 64; t += 2, at += stride) {
      IntVector x = IntVector.fromMemorySegment(I, codes, at, LE);
      ShortVector a =
          spread.selectFrom(
              levels
                  .fma(FloatVector.broadcast(F, weights[first + t]), magic)
                  .reinterpretAsShorts());
      ShortVector b =
          spread.selectFrom(
              levels
                  .fma(FloatVector.broadcast(F, weights[first + t + 1]), magic)
                  .reinterpretAsShorts());
      low =
          SHORTS
              .cast(low)
              .add(x.reinterpretAsShorts().selectFrom(a))
              .add(x.lanewise(LSHR, 4).reinterpretAsShorts().selectFrom(b));
      a =
          spread.selectFrom(
              levels2
                  .fma(FloatVector.broadcast(F, weights[second + t]), magic)
                  .reinterpretAsShorts());
      b =
          spread.selectFrom(
              levels2
                  .fma(FloatVector.broadcast(F, weights[second + t + 1]), magic)
                  .reinterpretAsShorts());
      high =
          SHORTS
              .cast(high)
              .add(x.lanewise(LSHR, 8).reinterpretAsShorts().selectFrom(a))
              .add(x.lanewise(LSHR, 12).reinterpretAsShorts().selectFrom(b));
    }
    SHORTS.cast(low).reinterpretAsFloats().intoArray(weights, work);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(weights, work + 16);
    float worth = firstMax * unit / 511f;
    float other = secondMax * unit / 511f;
    SixteenBitSums.add32(weights, work, worth, -32768f * worth, sums, so);
    SixteenBitSums.add32(weights, work + 16, other, -32768f * other, sums, so + 32);
  }
}
