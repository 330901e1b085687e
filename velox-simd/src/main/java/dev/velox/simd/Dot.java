package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Lanes.L;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * The dot product in its fixed order: 16 virtual lanes in one, two or four vectors. Lanes beyond
 * the end keep their bits.
 */
final class Dot {
  private static final int VIRTUAL_LANES = 16;

  private Dot() {}

  static float dot(float[] a, int ao, float[] b, int bo, int n) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int i = 0;
    for (; i < n - n % VIRTUAL_LANES; i += VIRTUAL_LANES) {
      int p = ao + i;
      int q = bo + i;
      s0 = FloatVector.fromArray(F, a, p).fma(FloatVector.fromArray(F, b, q), FLOATS.cast(s0));
      if (L < 16) {
        s1 =
            FloatVector.fromArray(F, a, p + L)
                .fma(FloatVector.fromArray(F, b, q + L), FLOATS.cast(s1));
      }
      if (L < 8) {
        s2 =
            FloatVector.fromArray(F, a, p + 2 * L)
                .fma(FloatVector.fromArray(F, b, q + 2 * L), FLOATS.cast(s2));
        s3 =
            FloatVector.fromArray(F, a, p + 3 * L)
                .fma(FloatVector.fromArray(F, b, q + 3 * L), FLOATS.cast(s3));
      }
    }
    if (i < n) {
      int p = ao + i;
      int q = bo + i;
      VectorMask<Float> m0 = F.indexInRange(i, n);
      s0 =
          s0.blend(
              FloatVector.fromArray(F, a, p, m0)
                  .fma(FloatVector.fromArray(F, b, q, m0), FLOATS.cast(s0)),
              m0);
      if (L < 16) {
        VectorMask<Float> m1 = F.indexInRange(i + L, n);
        s1 =
            s1.blend(
                FloatVector.fromArray(F, a, p + L, m1)
                    .fma(FloatVector.fromArray(F, b, q + L, m1), FLOATS.cast(s1)),
                m1);
      }
      if (L < 8) {
        VectorMask<Float> m2 = F.indexInRange(i + 2 * L, n);
        s2 =
            s2.blend(
                FloatVector.fromArray(F, a, p + 2 * L, m2)
                    .fma(FloatVector.fromArray(F, b, q + 2 * L, m2), FLOATS.cast(s2)),
                m2);
        VectorMask<Float> m3 = F.indexInRange(i + 3 * L, n);
        s3 =
            s3.blend(
                FloatVector.fromArray(F, a, p + 3 * L, m3)
                    .fma(FloatVector.fromArray(F, b, q + 3 * L, m3), FLOATS.cast(s3)),
                m3);
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
