package dev.velox.simd;

import dev.velox.kernels.WeightKernels;
import java.lang.foreign.MemorySegment;

/** Weights sixteen at a time; each loop in a class of its own, for the compiler. */
final class SimdWeights implements WeightKernels {

  @Override
  public float scaleWeights(
      MemorySegment scales, long at, float[] weights, int wo, int n, float[] scaled, int o) {
    return ScaledWeights.scale(scales, at, weights, wo, n, scaled, o);
  }

  @Override
  public float weighHalves(
      MemorySegment parameters,
      long steps,
      long zeros,
      float anchor,
      float[] weights,
      int wo,
      int n,
      float[] f,
      int scaled,
      int lowest,
      int lanes) {
    return AffineWeights.weigh(
        parameters, steps, zeros, anchor, weights, wo, n, f, scaled, lowest, lanes);
  }

  @Override
  public float weigh(
      float[] f,
      int steps,
      int zeros,
      float anchor,
      float[] weights,
      int wo,
      float[] scaled,
      int o,
      float[] sum,
      int so) {
    return GroupWeights.weigh(f, steps, zeros, anchor, weights, wo, scaled, o, sum, so);
  }
}
