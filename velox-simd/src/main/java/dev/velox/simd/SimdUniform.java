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
      int rows,
      int group,
      float[] f,
      int weights,
      int worths,
      int work,
      float[] sums,
      int so) {
    int row = bits == 3 ? 3 * UNITS : UNITS;
    for (int r = 0; r < rows; r++) {
      long first = at + (long) r * row;
      long stride = (long) rows * row;
      int lower = weights + r * UNITS / group * UNITS;
      int upper = weights + (r * UNITS + HALF) / group * UNITS;
      if (bits == 4) {
        UniformNibbles.sum(codes, first, stride, f, lower, upper, work + r * WORK);
      } else {
        UniformTriples.sum(codes, first, stride, f, lower, upper, work + r * WORK);
      }
    }
    // after all rows: a sum is not read while it is still on its way to memory
    for (int i = 0; i < rows * UNITS; i += HALF) {
      int worth = worths + i / group * 2;
      WholeSums.add(f, work + i, f[worth], f[worth + 1], sums, so + i);
    }
  }
}
