package dev.velox.simd;

import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.INTS;
import static jdk.incubator.vector.VectorOperators.MAX;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

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
    IntVector magnitude = IntVector.broadcast(I, Wide.MAGNITUDE);
    IntVector greatest = IntVector.zero(I);
    FloatVector sums = FloatVector.zero(F);
    FloatVector above = FloatVector.broadcast(F, anchor);
    for (int i = 0; i < TOKENS; i += 16) {
      FloatVector step = FloatVector.fromArray(F, f, steps + i);
      FloatVector zero = FloatVector.fromArray(F, f, zeros + i);
      FloatVector weight = FloatVector.fromArray(F, weights, wo + i);
      FloatVector w = weight.mul(step);
      w.intoArray(scaled, o + i);
      greatest = INTS.cast(greatest).max(w.reinterpretAsInts().and(magnitude));
      sums = w.fma(above, weight.fma(zero, FLOATS.cast(sums)));
    }
    sums = sums.add(sums.rearrange(Wide.SWAP_8));
    sums = sums.add(sums.rearrange(Wide.SWAP_4));
    sums = sums.add(sums.rearrange(Wide.SWAP_2));
    sum[so] += sums.lane(0) + sums.lane(1);
    return Float.intBitsToFloat(INTS.cast(greatest).reduceLanes(MAX));
  }
}
