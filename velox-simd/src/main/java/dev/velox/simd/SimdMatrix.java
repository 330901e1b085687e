package dev.velox.simd;

import dev.velox.kernels.MatrixKernels;
import dev.velox.kernels.WeightType;
import java.lang.foreign.MemorySegment;

/** Matrix products on vectors, in chunks of tokens whose activations stay in the cache. */
final class SimdMatrix implements MatrixKernels {
  /** Floats of activations in one chunk: half of a 1 MiB second-level cache. */
  private static final int CHUNK_FLOATS = 1 << 17;

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
    int chunk = Math.max(4, CHUNK_FLOATS / Math.max(1, cols) & ~3);
    for (int t = 0; t < tokens; t += chunk) {
      int n = Math.min(chunk, tokens - t);
      int xt = xo + t * xStride;
      int yt = yo + t * yStride;
      switch (type) {
        case F32 ->
            MatrixF32.multiply(
                weights, at, rowFrom, rowTo, cols, x, xt, n, xStride, y, yt, yStride);
        case F16 ->
            MatrixF16.multiply(
                weights, at, rowFrom, rowTo, cols, x, xt, n, xStride, y, yt, yStride);
        case BF16 ->
            MatrixBf16.multiply(
                weights, at, rowFrom, rowTo, cols, x, xt, n, xStride, y, yt, yStride);
      }
    }
  }
}
