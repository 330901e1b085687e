package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.L;

import jdk.incubator.vector.FloatVector;

/** The dot product in its fixed order: 16 virtual lanes in one, two or four vectors. */
final class Dot {
  private static final int VIRTUAL_LANES = 16;

  private Dot() {}

  static float dot(float[] a, int ao, float[] b, int bo, int n) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int i = 0;
    for (; i <= n - VIRTUAL_LANES; i += VIRTUAL_LANES) {
      int p = ao + i;
      int q = bo + i;
      s0 = FloatVector.fromArray(F, a, p).fma(FloatVector.fromArray(F, b, q), s0);
      if (L < 16) {
        s1 = FloatVector.fromArray(F, a, p + L).fma(FloatVector.fromArray(F, b, q + L), s1);
      }
      if (L < 8) {
        s2 = FloatVector.fromArray(F, a, p + 2 * L).fma(FloatVector.fromArray(F, b, q + 2 * L), s2);
        s3 = FloatVector.fromArray(F, a, p + 3 * L).fma(FloatVector.fromArray(F, b, q + 3 * L), s3);
      }
    }
    if (i < n) {
      s0 = rest(a, ao, b, bo, i, n, s0);
      if (L < 16) {
        s1 = rest(a, ao, b, bo, i + L, n, s1);
      }
      if (L < 8) {
        s2 = rest(a, ao, b, bo, i + 2 * L, n, s2);
        s3 = rest(a, ao, b, bo, i + 3 * L, n, s3);
      }
    }
    if (L < 8) {
      s0 = s0.add(s2);
      s1 = s1.add(s3);
    }
    if (L < 16) {
      s0 = s0.add(s1);
    }
    return Lanes.sum(s0);
  }

  /** Adds the products from element {@code i} on; lanes beyond the end keep their bits. */
  private static FloatVector rest(
      float[] a, int ao, float[] b, int bo, int i, int n, FloatVector sum) {
    if (i >= n) {
      return sum;
    }
    var mask = F.indexInRange(i, n);
    FloatVector x = FloatVector.fromArray(F, a, ao + i, mask);
    FloatVector y = FloatVector.fromArray(F, b, bo + i, mask);
    return sum.blend(x.fma(y, sum), mask);
  }
}
