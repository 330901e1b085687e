package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.OutlierKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;

/** Outliers sixteen at a time: channels looked up in registers, rounds spread by masks. */
final class SimdOutliers implements OutlierKernels {
  private static final OutlierKernels SCALAR = Kernels.scalar().outliers();
  private static final ValueLayout.OfLong MASK =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @Override
  public void products(
      MemorySegment channels,
      long at,
      int n,
      float[] x,
      int xo,
      float[] q,
      int qo,
      float[] zeros,
      int zo,
      int dim,
      float[] out,
      int o) {
    if (n < 16) {
      SCALAR.products(channels, at, n, x, xo, q, qo, zeros, zo, dim, out, o);
      return;
    }
    if (dim == 128) {
      OutlierProducts.of128(channels, at, n, x, xo, q, qo, zeros, zo, out, o);
      return;
    }
    for (int i = 0; i < n; i += 16) {
      int from = Math.min(i, n - 16);
      sixteen(channels, at + from, x, xo + from, q, qo, zeros, zo, dim, out, o + from);
    }
  }

  /** A channel is one of 32 in a pair of registers; which pair its upper bits say. */
  private static void sixteen(
      MemorySegment channels,
      long at,
      float[] x,
      int xo,
      float[] q,
      int qo,
      float[] zeros,
      int zo,
      int dim,
      float[] out,
      int o) {
    IntVector c =
        (IntVector)
            ByteVector.fromMemorySegment(ByteVector.SPECIES_128, channels, at, LE)
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
    FloatVector.fromArray(F, x, xo)
        .sub(zero.reinterpretAsFloats())
        .mul(factor.reinterpretAsFloats())
        .intoArray(out, o);
  }

  @Override
  public int spread(
      MemorySegment masks, long at, int rounds, float[] x, int xo, float[] scores, int so) {
    int next = xo;
    for (int r = 0; r < rounds; r++) {
      long mask = masks.get(MASK, at + 8L * r);
      for (int t = 0; t < TOKENS; t += 16, mask >>>= 16) {
        VectorMask<Float> named = VectorMask.fromLong(F, mask & 0xffff);
        FloatVector.fromArray(F, scores, so + t)
            .add(FloatVector.fromArray(F, x, next).expand(named), named)
            .intoArray(scores, so + t);
        next += Long.bitCount(mask & 0xffff);
      }
    }
    return next - xo;
  }
}
