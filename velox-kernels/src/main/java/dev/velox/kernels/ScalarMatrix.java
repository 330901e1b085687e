package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/** Matrix products in plain Java. */
final class ScalarMatrix implements MatrixKernels {

  @Override
  public void multiply(
      WeightType type,
      MemorySegment weights,
      long at,
      int rowFrom,
      int rowTo,
      int cols,
      float[] x,
      int xo,
      int tokens,
      int xStride,
      float[] y,
      int yo,
      int yStride) {
    long rowBytes = (long) cols * type.bytes();
    for (int r = rowFrom; r < rowTo; r++) {
      long row = at + r * rowBytes;
      for (int t = 0; t < tokens; t++) {
        int o = xo + t * xStride;
        y[yo + t * yStride + r] =
            switch (type) {
              case F32 -> ScalarAttention.dotF32(weights, row, cols, x, o);
              case F16 -> ScalarAttention.dotF16(weights, row, cols, x, o);
              case BF16 -> ScalarAttention.dotBf16(weights, row, cols, x, o);
            };
      }
    }
  }
}
