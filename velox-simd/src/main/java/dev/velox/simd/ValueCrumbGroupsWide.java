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

/** As {@link ValueCrumbsWide}, each half of a row with weights of its own. */
final class ValueCrumbGroupsWide {
  private ValueCrumbGroupsWide() {}

  static void sum(
      MemorySegment codes,
      long at,
      long stride,
      float[] book,
      float[] f,
      int first,
      int second,
      int work,
      float scale,
      float otherScale) {
    ShortVector low = ShortVector.zero(S);
    ShortVector high = low;
    FloatVector levels = FloatVector.fromArray(F, book, 0).mul(scale);
    FloatVector levels2 = FloatVector.fromArray(F, book, 0).mul(otherScale);
    FloatVector magic = FloatVector.broadcast(F, MAGIC + 512f);
    IntVector fours = IntVector.fromArray(I, ValueSpread.FOURS, 0);
    ShortVector pa = ShortVector.fromArray(S, ValueSpread.CRUMB_WIDE_0, 0);
    ShortVector pb = ShortVector.fromArray(S, ValueSpread.CRUMB_WIDE_1, 0);
    ShortVector pc = ShortVector.fromArray(S, ValueSpread.CRUMB_WIDE_2, 0);
    ShortVector pd = ShortVector.fromArray(S, ValueSpread.CRUMB_WIDE_3, 0);
    for (int t = 0; t < 64; t += 4, at += stride) {
      IntVector x = IntVector.fromMemorySegment(I, codes, at, LE);
      IntVector four = FloatVector.fromArray(F, f, first + t).reinterpretAsInts();
      ShortVector entries =
          levels.fma(fours.selectFrom(four).reinterpretAsFloats(), magic).reinterpretAsShorts();
      low =
          SHORTS
              .cast(low)
              .add(
                  x.reinterpretAsShorts()
                      .selectFrom(pa.selectFrom(entries).add(pb.selectFrom(entries))))
              .add(
                  x.lanewise(LSHR, 4)
                      .reinterpretAsShorts()
                      .selectFrom(pc.selectFrom(entries).add(pd.selectFrom(entries))));
      four = FloatVector.fromArray(F, f, second + t).reinterpretAsInts();
      entries =
          levels2.fma(fours.selectFrom(four).reinterpretAsFloats(), magic).reinterpretAsShorts();
      high =
          SHORTS
              .cast(high)
              .add(
                  x.lanewise(LSHR, 8)
                      .reinterpretAsShorts()
                      .selectFrom(pa.selectFrom(entries).add(pb.selectFrom(entries))))
              .add(
                  x.lanewise(LSHR, 12)
                      .reinterpretAsShorts()
                      .selectFrom(pc.selectFrom(entries).add(pd.selectFrom(entries))));
    }
    SHORTS.cast(low).reinterpretAsFloats().intoArray(f, work);
    SHORTS.cast(high).reinterpretAsFloats().intoArray(f, work + 16);
  }
}
