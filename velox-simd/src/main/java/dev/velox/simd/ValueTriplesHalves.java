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

/** As {@link ValueTriplesWide}, each half of 64 channels with weights of its own. */
final class ValueTriplesHalves {
  private ValueTriplesHalves() {}

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
    ShortVector pa = ShortVector.fromArray(S, ValueSpread.TRIPLE_WIDE_0, 0);
    ShortVector pb = ShortVector.fromArray(S, ValueSpread.TRIPLE_WIDE_1, 0);
    ShortVector pc = ShortVector.fromArray(S, ValueSpread.TRIPLE_WIDE_2, 0);
    IntVector top0 = IntVector.broadcast(I, 0x03030303);
    IntVector top1 = IntVector.broadcast(I, 0x0c0c0c0c);
    IntVector top2 = IntVector.broadcast(I, 0x30303030);
    for (int t = 0; t < 64; t += 8, at += stride) {
      IntVector a = IntVector.fromMemorySegment(I, codes, at, LE);
      IntVector b = IntVector.fromMemorySegment(I, codes, at + 64, LE);
      IntVector c = IntVector.fromMemorySegment(I, codes, at + 128, LE);
      IntVector d =
          a.lanewise(LSHR, 6)
              .and(top0)
              .or(b.lanewise(LSHR, 4).and(top1))
              .or(c.lanewise(LSHR, 2).and(top2));
      IntVector eight = FloatVector.fromArray(F, weights, first + t).reinterpretAsInts();
      ShortVector entries;
      ShortVector base;
      entries =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_0, 0)
                      .selectFrom(eight)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsShorts();
      base = pa.selectFrom(entries);
      low =
          SHORTS
              .cast(low)
              .add(
                  a.reinterpretAsShorts()
                      .selectFrom(
                          base.add(pb.selectFrom(entries)), base.add(pc.selectFrom(entries))));
      entries =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_1, 0)
                      .selectFrom(eight)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsShorts();
      base = pa.selectFrom(entries);
      low =
          low.add(
              b.reinterpretAsShorts()
                  .selectFrom(base.add(pb.selectFrom(entries)), base.add(pc.selectFrom(entries))));
      entries =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_2, 0)
                      .selectFrom(eight)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsShorts();
      base = pa.selectFrom(entries);
      low =
          low.add(
              c.reinterpretAsShorts()
                  .selectFrom(base.add(pb.selectFrom(entries)), base.add(pc.selectFrom(entries))));
      entries =
          levels
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_3, 0)
                      .selectFrom(eight)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsShorts();
      base = pa.selectFrom(entries);
      low =
          low.add(
              d.reinterpretAsShorts()
                  .selectFrom(base.add(pb.selectFrom(entries)), base.add(pc.selectFrom(entries))));
      eight = FloatVector.fromArray(F, weights, second + t).reinterpretAsInts();
      entries =
          levels2
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_0, 0)
                      .selectFrom(eight)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsShorts();
      base = pa.selectFrom(entries);
      high =
          SHORTS
              .cast(high)
              .add(
                  a.lanewise(LSHR, 8)
                      .reinterpretAsShorts()
                      .selectFrom(
                          base.add(pb.selectFrom(entries)), base.add(pc.selectFrom(entries))));
      entries =
          levels2
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_1, 0)
                      .selectFrom(eight)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsShorts();
      base = pa.selectFrom(entries);
      high =
          high.add(
              b.lanewise(LSHR, 8)
                  .reinterpretAsShorts()
                  .selectFrom(base.add(pb.selectFrom(entries)), base.add(pc.selectFrom(entries))));
      entries =
          levels2
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_2, 0)
                      .selectFrom(eight)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsShorts();
      base = pa.selectFrom(entries);
      high =
          high.add(
              c.lanewise(LSHR, 8)
                  .reinterpretAsShorts()
                  .selectFrom(base.add(pb.selectFrom(entries)), base.add(pc.selectFrom(entries))));
      entries =
          levels2
              .fma(
                  IntVector.fromArray(I, ValueSpread.PAIR_3, 0)
                      .selectFrom(eight)
                      .reinterpretAsFloats(),
                  magic)
              .reinterpretAsShorts();
      base = pa.selectFrom(entries);
      high =
          high.add(
              d.lanewise(LSHR, 8)
                  .reinterpretAsShorts()
                  .selectFrom(base.add(pb.selectFrom(entries)), base.add(pc.selectFrom(entries))));
    }
    SHORTS.cast(low).reinterpretAsFloats().intoArray(weights, work);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(weights, work + 16);
    float worth = firstMax * unit / 511f;
    float other = secondMax * unit / 511f;
    SixteenBitSums.add32(weights, work, worth, -32768f * worth, sums, so);
    SixteenBitSums.add32(weights, work + 16, other, -32768f * other, sums, so + 32);
  }
}
