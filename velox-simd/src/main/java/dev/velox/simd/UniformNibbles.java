package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.INTS;
import static dev.velox.simd.Wide.LE;
import static dev.velox.simd.Wide.S;
import static dev.velox.simd.Wide.SHORTS;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import dev.velox.kernels.UniformKernels;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * Codes of 4 bits times whole weights: a row is two units. The byte of both is multiplied by the
 * first weight, the upper code by what the second has beyond that: no code needs a mask.
 */
final class UniformNibbles {
  private UniformNibbles() {}

  static void sum(
      MemorySegment codes, long at, long stride, float[] f, int first, int second, int work) {
    ShortVector bytes = ShortVector.fromArray(S, WholeSums.LOW_BYTE, 0);
    ShortVector four = ShortVector.fromArray(S, WholeSums.FOUR, 0);
    ShortVector eight = ShortVector.fromArray(S, Wide.EIGHT, 0);
    IntVector even = IntVector.zero(I);
    IntVector odd = even;
    IntVector evenHigh = even;
    IntVector oddHigh = even;
    int firstOdd = first + 1;
    int secondOdd = second + 1;
    long row = at;
    for (int t = 0; t < UniformKernels.UNITS; t += WholeSums.FLUSH) {
      ShortVector low = ShortVector.zero(S);
      ShortVector high = low;
      for (int u = t; u < t + WholeSums.FLUSH; u += 2, row += stride) {
        ShortVector x = ShortVector.fromMemorySegment(S, codes, row, LE);
        ShortVector y = x.lanewise(LSHR, eight);
        x = x.and(bytes);
        low =
            SHORTS
                .cast(low)
                .add(x.mul(FloatVector.broadcast(F, f[first + u]).reinterpretAsShorts()))
                .add(
                    x.lanewise(LSHR, four)
                        .mul(FloatVector.broadcast(F, f[firstOdd + u]).reinterpretAsShorts()));
        high =
            SHORTS
                .cast(high)
                .add(y.mul(FloatVector.broadcast(F, f[second + u]).reinterpretAsShorts()))
                .add(
                    y.lanewise(LSHR, four)
                        .mul(FloatVector.broadcast(F, f[secondOdd + u]).reinterpretAsShorts()));
      }
      IntVector two = SHORTS.cast(low).reinterpretAsInts();
      even = INTS.cast(even).add(two.lanewise(LSHL, 16).lanewise(ASHR, 16));
      odd = INTS.cast(odd).add(two.lanewise(ASHR, 16));
      two = SHORTS.cast(high).reinterpretAsInts();
      evenHigh = INTS.cast(evenHigh).add(two.lanewise(LSHL, 16).lanewise(ASHR, 16));
      oddHigh = INTS.cast(oddHigh).add(two.lanewise(ASHR, 16));
    }
    INTS.cast(even).reinterpretAsFloats().intoArray(f, work);
    INTS.cast(odd).reinterpretAsFloats().intoArray(f, work + 16);
    INTS.cast(evenHigh).reinterpretAsFloats().intoArray(f, work + 32);
    INTS.cast(oddHigh).reinterpretAsFloats().intoArray(f, work + 48);
  }
}
