package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.S2I;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.OutlierKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/** Outliers sixteen at a time: channels looked up in registers, rounds spread by masks. */
final class SimdOutliers implements OutlierKernels {
  private static final OutlierKernels SCALAR = Kernels.scalar().outliers();
  private static final ValueLayout.OfLong MASK =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @Override
  public void products(
      MemorySegment list,
      long channels,
      long numbers,
      int n,
      float[] q,
      int qo,
      float[] zeros,
      int zo,
      int dim,
      float[] out,
      int o) {
    if (n < 16) {
      SCALAR.products(list, channels, numbers, n, q, qo, zeros, zo, dim, out, o);
      return;
    }
    if (dim == 128) {
      OutlierProducts.of128(list, channels, numbers, n, q, qo, zeros, zo, out, o);
      return;
    }
    for (int i = 0; i < n; i += 16) {
      int from = Math.min(i, n - 16);
      sixteen(list, channels + from, numbers + 2L * from, q, qo, zeros, zo, dim, out, o + from);
    }
  }

  /** A channel is one of 32 in a pair of registers; which pair its upper bits say. */
  private static void sixteen(
      MemorySegment list,
      long channels,
      long numbers,
      float[] q,
      int qo,
      float[] zeros,
      int zo,
      int dim,
      float[] out,
      int o) {
    IntVector c =
        (IntVector)
            ByteVector.fromMemorySegment(ByteVector.SPECIES_128, list, channels, LE)
                .convertShape(ZERO_EXTEND_B2I, I, 0);
    IntVector pair = c.lanewise(LSHR, 5);
    IntVector factor = IntVector.zero(I);
    IntVector zero = factor;
    for (int first = 0; first < dim; first += 32) {
      VectorMask<Integer> here = pair.compare(EQ, first >> 5);
      factor =
          factor.blend(
              c.selectFrom(
                  FloatVector.fromArray(F, q, qo + first).reinterpretAsInts(),
                  FloatVector.fromArray(F, q, qo + first + 16).reinterpretAsInts()),
              here);
      zero =
          zero.blend(
              c.selectFrom(
                  FloatVector.fromArray(F, zeros, zo + first).reinterpretAsInts(),
                  FloatVector.fromArray(F, zeros, zo + first + 16).reinterpretAsInts()),
              here);
    }
    ShortVector half = ShortVector.fromMemorySegment(ShortVector.SPECIES_256, list, numbers, LE);
    ((IntVector) half.convertShape(S2I, I, 0))
        .lanewise(LSHL, 13)
        .and(Halves.BITS)
        .reinterpretAsFloats()
        .mul(Halves.SCALE)
        .sub(zero.reinterpretAsFloats())
        .mul(factor.reinterpretAsFloats())
        .intoArray(out, o);
  }

  @Override
  public int spread(MemorySegment masks, long at, float[] x, int xo, float[] scores, int so) {
    long first = masks.get(MASK, at);
    long second = masks.get(MASK, at + 8);
    long third = masks.get(MASK, at + 16);
    int one = xo;
    int two = one + Long.bitCount(first);
    int three = two + Long.bitCount(second);
    for (int t = 0; t < TOKENS; t += 16) {
      long low = first >>> t & 0xffff;
      long middle = second >>> t & 0xffff;
      long high = third >>> t & 0xffff;
      VectorMask<Float> a = VectorMask.fromLong(F, low);
      VectorMask<Float> b = VectorMask.fromLong(F, middle);
      VectorMask<Float> c = VectorMask.fromLong(F, high);
      FloatVector.fromArray(F, scores, so + t)
          .add(FloatVector.fromArray(F, x, one).expand(a), a)
          .add(FloatVector.fromArray(F, x, two).expand(b), b)
          .add(FloatVector.fromArray(F, x, three).expand(c), c)
          .intoArray(scores, so + t);
      one += Long.bitCount(low);
      two += Long.bitCount(middle);
      three += Long.bitCount(high);
    }
    return three - xo;
  }

  @Override
  public void beyond(MemorySegment x, long at, int n, float[] weights, int wo, float[] out, int o) {
    AffineWeights.beyond(x, at, n, weights, wo, out, o);
  }
}
