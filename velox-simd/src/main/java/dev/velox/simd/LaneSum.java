package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.L;

import jdk.incubator.vector.FloatVector;

/** The sum of non-negative numbers over 16 virtual lanes and a fixed tree. */
final class LaneSum {
  private static final int VIRTUAL_LANES = 16;

  private LaneSum() {}

  static float sum(float[] x, int o, int n) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int i = 0;
    for (; i < n - n % VIRTUAL_LANES; i += VIRTUAL_LANES) {
      s0 = s0.add(FloatVector.fromArray(F, x, o + i));
      if (L < 16) {
        s1 = s1.add(FloatVector.fromArray(F, x, o + i + L));
      }
      if (L < 8) {
        s2 = s2.add(FloatVector.fromArray(F, x, o + i + 2 * L));
        s3 = s3.add(FloatVector.fromArray(F, x, o + i + 3 * L));
      }
    }
    if (i < n) {
      s0 = s0.add(FloatVector.fromArray(F, x, o + i, F.indexInRange(i, n)));
      if (L < 16) {
        s1 = s1.add(FloatVector.fromArray(F, x, o + i + L, F.indexInRange(i + L, n)));
      }
      if (L < 8) {
        s2 = s2.add(FloatVector.fromArray(F, x, o + i + 2 * L, F.indexInRange(i + 2 * L, n)));
        s3 = s3.add(FloatVector.fromArray(F, x, o + i + 3 * L, F.indexInRange(i + 3 * L, n)));
      }
    }
    if (L < 8) {
      s0 = s0.add(s2);
      s1 = s1.add(s3);
    }
    if (L < 16) {
      s0 = s0.add(s1);
    }
    if (L > 8) {
      s0 = s0.add(s0.rearrange(Lanes.SWAP_8));
    }
    if (L > 4) {
      s0 = s0.add(s0.rearrange(Lanes.SWAP_4));
    }
    s0 = s0.add(s0.rearrange(Lanes.SWAP_2));
    return s0.lane(0) + s0.lane(1);
  }
}
