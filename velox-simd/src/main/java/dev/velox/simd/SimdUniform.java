package dev.velox.simd;

import dev.velox.kernels.UniformKernels;
import java.lang.foreign.MemorySegment;

/** Whole weights times codes, 64 codes at a time; each loop in a class of its own. */
final class SimdUniform implements UniformKernels {
  private static final int HALF = UNITS / 2;

  @Override
  public int round(int bits, float[] f, int o, float greatest) {
    return WholeWeights.round(bits, f, o, greatest < NOTHING ? 0 : GREATEST / greatest);
  }

  @Override
  public void add(
      int bits,
      MemorySegment codes,
      long at,
      long stride,
      float[] f,
      int first,
      int second,
      int work,
      float worth,
      float zero,
      float otherWorth,
      float otherZero,
      float[] sums,
      int so) {
    if (bits == 4) {
      UniformNibbles.sum(codes, at, stride, f, first, second, work);
    } else {
      UniformTriples.sum(codes, at, stride, f, first, second, work);
    }
    WholeSums.add(f, work, worth, zero, sums, so);
    WholeSums.add(f, work + HALF, otherWorth, otherZero, sums, so + HALF);
  }
}
