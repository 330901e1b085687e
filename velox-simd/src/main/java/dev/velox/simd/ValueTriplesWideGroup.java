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

/** As {@link ValueTriplesWide} for 64 channels alone: the last of an odd number of groups. */
final class ValueTriplesWideGroup {
  private ValueTriplesWideGroup() {}

  static void add(
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
    }
    SHORTS.cast(low).reinterpretAsFloats().intoArray(weights, work);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(weights, work + 16);
  }
}
