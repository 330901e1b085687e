package dev.velox.simd;

import dev.velox.kernels.PackedKernels;
import java.lang.foreign.MemorySegment;

/** Packed codes as levels, 16 a look-up; each loop in a class of its own. */
final class SimdPacked implements PackedKernels {
  private static final int HALF = PLACES / 2;

  @Override
  public void sumLevels(
      int bits,
      MemorySegment codes,
      long at,
      long stride,
      int units,
      float[] levels,
      int lo,
      int levelStride,
      float[] f,
      int first,
      int second,
      int work,
      float[] sums,
      int so) {
    switch (bits) {
      case 4 ->
          PackedNibbles.sum(
              codes, at, stride, units, levels, lo, levelStride, f, first, second, work);
      case 3 ->
          PackedTriples.sum(
              codes, at, stride, units, levels, lo, levelStride, f, first, second, work);
      default ->
          PackedCrumbs.sum(
              codes, at, stride, units, levels, lo, levelStride, f, first, second, work);
    }
    PackedSums.add(f, work, sums, so);
    PackedSums.add(f, work + HALF, sums, so + HALF);
  }
}
