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
    for (int t = 0; t < 64; t += 8, at += stride) {
      IntVector a = IntVector.fromMemorySegment(I, codes, at, LE);
      IntVector b = IntVector.fromMemorySegment(I, codes, at + 64, LE);
      IntVector c = IntVector.fromMemorySegment(I, codes, at + 128, LE);
      IntVector d =
          a.lanewise(LSHR, 6)
              .and(0x03030303)
              .or(b.lanewise(LSHR, 4).and(0x0c0c0c0c))
              .or(c.lanewise(LSHR, 2).and(0x30303030));
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
          low.add(
              a.reinterpretAsShorts()
                  .selectFrom(base.add(pb.selectFrom(entries)), base.add(pc.selectFrom(entries))));
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
          high.add(
              a.lanewise(LSHR, 8)
                  .reinterpretAsShorts()
                  .selectFrom(base.add(pb.selectFrom(entries)), base.add(pc.selectFrom(entries))));
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
    float worth = firstMax * unit / 511f;
    FloatVector scale = FloatVector.broadcast(F, worth);
    FloatVector zero = FloatVector.broadcast(F, -32768f * worth);
    ((FloatVector) low.convertShape(ZERO_EXTEND_S2I, I, 0).convertShape(I2F, F, 0))
        .fma(scale, zero)
        .add(FloatVector.fromArray(F, sums, so))
        .intoArray(sums, so);
    ((FloatVector) low.convertShape(ZERO_EXTEND_S2I, I, 1).convertShape(I2F, F, 0))
        .fma(scale, zero)
        .add(FloatVector.fromArray(F, sums, so + 16))
        .intoArray(sums, so + 16);
    worth = secondMax * unit / 511f;
    scale = FloatVector.broadcast(F, worth);
    zero = FloatVector.broadcast(F, -32768f * worth);
    ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, I, 0).convertShape(I2F, F, 0))
        .fma(scale, zero)
        .add(FloatVector.fromArray(F, sums, so + 32))
        .intoArray(sums, so + 32);
    ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, I, 1).convertShape(I2F, F, 0))
        .fma(scale, zero)
        .add(FloatVector.fromArray(F, sums, so + 48))
        .intoArray(sums, so + 48);
  }
}
