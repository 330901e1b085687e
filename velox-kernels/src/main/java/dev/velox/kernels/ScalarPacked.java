package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/** Packed codes as levels, one code at a time. */
final class ScalarPacked implements PackedKernels {

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
    for (int i = 0; i < PLACES; i++) {
      int weights = i < PLACES / 2 ? first : second;
      float sum = 0;
      for (int turn = 0; turn < 2; turn++) {
        for (int u = 0; u < units; u++) {
          if (PackedCodes.late(bits, u) == (turn == 1)) {
            int code = PackedCodes.code(bits, codes, at, stride, u, i);
            sum = Math.fma(levels[lo + u * levelStride + code], f[weights + u], sum);
          }
        }
      }
      sums[so + i] += sum;
    }
  }
}
