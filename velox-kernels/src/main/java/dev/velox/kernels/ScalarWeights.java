package dev.velox.kernels;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Weights one token at a time. */
final class ScalarWeights implements WeightKernels {

  @Override
  public float scaleWeights(
      MemorySegment scales, long at, float[] weights, int wo, int n, float[] scaled, int o) {
    float max = 0;
    for (int i = 0; i < n; i++) {
      float w = weights[wo + i] * half(scales, at + 2L * i);
      scaled[o + i] = w;
      max = Math.max(max, Math.abs(w));
    }
    return max;
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
    float[] lanes = new float[LANES];
    float max = 0;
    for (int i = 0; i < TOKENS; i++) {
      float step = f[steps + i];
      float zero = f[zeros + i];
      float w = weights[wo + i] * step;
      scaled[o + i] = w;
      max = Math.max(max, Math.abs(w));
      float lane = Math.fma(weights[wo + i], zero, lanes[i % LANES]);
      lanes[i % LANES] = Math.fma(w, anchor, lane);
    }
    for (int half = LANES / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; i++) {
        lanes[i] += lanes[i + half];
      }
    }
    sum[so] += lanes[0];
    return max;
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
    float max = 0;
    for (int i = 0; i < n; i++) {
      float w = weights[wo + i];
      float step = w * half(parameters, steps + 2L * i);
      float zero = w * half(parameters, zeros + 2L * i);
      f[scaled + i] = step;
      f[lowest + i] = Math.fma(anchor, step, zero);
      f[lanes + i % LANES] += zero;
      max = Math.max(max, Math.abs(step));
    }
    return max;
  }

  private static float half(MemorySegment memory, long at) {
    return Float.float16ToFloat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
  }
}
