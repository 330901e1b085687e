package dev.velox.simd;

import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Wide.F;

import jdk.incubator.vector.FloatVector;

/** Weights times the steps of their tokens, and the weighted sum of what lies beside them. */
final class GroupWeights {
  private static final int TOKENS = 64;

  private GroupWeights() {}

  static float weigh(
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
    FloatVector greatest = FloatVector.zero(F);
    FloatVector sums = greatest;
    FloatVector above = FloatVector.broadcast(F, anchor);
    for (int i = 0; i < TOKENS; i += 16) {
      FloatVector step = FloatVector.fromArray(F, f, steps + i);
      FloatVector zero = FloatVector.fromArray(F, f, zeros + i);
      FloatVector weight = FloatVector.fromArray(F, weights, wo + i);
      FloatVector w = weight.mul(step);
      w.intoArray(scaled, o + i);
      greatest = greatest.max(w.abs());
      sums = w.fma(above, weight.fma(zero, FLOATS.cast(sums)));
    }
    sums = sums.add(sums.rearrange(Wide.SWAP_8));
    sums = sums.add(sums.rearrange(Wide.SWAP_4));
    sums = sums.add(sums.rearrange(Wide.SWAP_2));
    sum[so] += sums.lane(0) + sums.lane(1);
    greatest = greatest.max(greatest.rearrange(Wide.SWAP_8));
    greatest = greatest.max(greatest.rearrange(Wide.SWAP_4));
    greatest = greatest.max(greatest.rearrange(Wide.SWAP_2));
    return Math.max(greatest.lane(0), greatest.lane(1));
  }
}
