package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.INTS;
import static dev.velox.simd.Wide.LE;
import static dev.velox.simd.Wide.S;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import dev.velox.kernels.UniformKernels;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * Codes of 3 bits times whole weights, as {@link UniformNibbles}: three rows are eight units, the
 * last two of them in the rows' top bits.
 */
final class UniformTriples {
  private static final short[] SIX = Wide.shorts(0x3f);

  private UniformTriples() {}

  static void sum(
      MemorySegment codes, long at, long stride, float[] f, int first, int second, int work) {
    IntVector even = IntVector.zero(I);
    IntVector odd = even;
    IntVector evenHigh = even;
    IntVector oddHigh = even;
    ShortVector six = ShortVector.fromArray(S, SIX, 0);
    ShortVector three = ShortVector.fromArray(S, WholeSums.THREE, 0);
    ShortVector eight = ShortVector.fromArray(S, Wide.EIGHT, 0);
    IntVector top0 = IntVector.broadcast(I, 0x03030303);
    IntVector top1 = IntVector.broadcast(I, 0x0c0c0c0c);
    IntVector top2 = IntVector.broadcast(I, 0x30303030);
    long row = at;
    for (int t = 0; t < UniformKernels.UNITS; t += WholeSums.FLUSH, row += stride) {
      IntVector a = IntVector.fromMemorySegment(I, codes, row, LE);
      IntVector b = IntVector.fromMemorySegment(I, codes, row + 64, LE);
      IntVector c = IntVector.fromMemorySegment(I, codes, row + 128, LE);
      IntVector d =
          a.lanewise(LSHR, 6)
              .and(top0)
              .or(b.lanewise(LSHR, 4).and(top1))
              .or(c.lanewise(LSHR, 2).and(top2));
      ShortVector low = ShortVector.zero(S);
      ShortVector high = low;
      int w = first + t;
      int v = second + t;
      ShortVector x = a.reinterpretAsShorts().and(six);
      low = low.add(x.mul(FloatVector.broadcast(F, f[w]).reinterpretAsShorts()));
      low =
          low.add(
              x.lanewise(LSHR, three)
                  .mul(FloatVector.broadcast(F, f[w + 1]).reinterpretAsShorts()));
      x = a.reinterpretAsShorts().lanewise(LSHR, eight).and(six);
      high = high.add(x.mul(FloatVector.broadcast(F, f[v]).reinterpretAsShorts()));
      high =
          high.add(
              x.lanewise(LSHR, three)
                  .mul(FloatVector.broadcast(F, f[v + 1]).reinterpretAsShorts()));
      x = b.reinterpretAsShorts().and(six);
      low = low.add(x.mul(FloatVector.broadcast(F, f[w + 2]).reinterpretAsShorts()));
      low =
          low.add(
              x.lanewise(LSHR, three)
                  .mul(FloatVector.broadcast(F, f[w + 3]).reinterpretAsShorts()));
      x = b.reinterpretAsShorts().lanewise(LSHR, eight).and(six);
      high = high.add(x.mul(FloatVector.broadcast(F, f[v + 2]).reinterpretAsShorts()));
      high =
          high.add(
              x.lanewise(LSHR, three)
                  .mul(FloatVector.broadcast(F, f[v + 3]).reinterpretAsShorts()));
      x = c.reinterpretAsShorts().and(six);
      low = low.add(x.mul(FloatVector.broadcast(F, f[w + 4]).reinterpretAsShorts()));
      low =
          low.add(
              x.lanewise(LSHR, three)
                  .mul(FloatVector.broadcast(F, f[w + 5]).reinterpretAsShorts()));
      x = c.reinterpretAsShorts().lanewise(LSHR, eight).and(six);
      high = high.add(x.mul(FloatVector.broadcast(F, f[v + 4]).reinterpretAsShorts()));
      high =
          high.add(
              x.lanewise(LSHR, three)
                  .mul(FloatVector.broadcast(F, f[v + 5]).reinterpretAsShorts()));
      x = d.reinterpretAsShorts().and(six);
      low = low.add(x.mul(FloatVector.broadcast(F, f[w + 6]).reinterpretAsShorts()));
      low =
          low.add(
              x.lanewise(LSHR, three)
                  .mul(FloatVector.broadcast(F, f[w + 7]).reinterpretAsShorts()));
      x = d.reinterpretAsShorts().lanewise(LSHR, eight).and(six);
      high = high.add(x.mul(FloatVector.broadcast(F, f[v + 6]).reinterpretAsShorts()));
      high =
          high.add(
              x.lanewise(LSHR, three)
                  .mul(FloatVector.broadcast(F, f[v + 7]).reinterpretAsShorts()));
      IntVector two = low.reinterpretAsInts();
      even = INTS.cast(even).add(two.lanewise(LSHL, 16).lanewise(ASHR, 16));
      odd = INTS.cast(odd).add(two.lanewise(ASHR, 16));
      two = high.reinterpretAsInts();
      evenHigh = INTS.cast(evenHigh).add(two.lanewise(LSHL, 16).lanewise(ASHR, 16));
      oddHigh = INTS.cast(oddHigh).add(two.lanewise(ASHR, 16));
    }
    INTS.cast(even).reinterpretAsFloats().intoArray(f, work);
    INTS.cast(odd).reinterpretAsFloats().intoArray(f, work + 16);
    INTS.cast(evenHigh).reinterpretAsFloats().intoArray(f, work + 32);
    INTS.cast(oddHigh).reinterpretAsFloats().intoArray(f, work + 48);
  }
}
