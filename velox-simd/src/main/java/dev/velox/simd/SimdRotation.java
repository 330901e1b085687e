package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.L;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.RotationKernels;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;

/** The Walsh-Hadamard transform on vectors: within each, and across them. */
final class SimdRotation implements RotationKernels {
  private static final RotationKernels SCALAR = Kernels.scalar().rotation();

  private static final VectorShuffle<Float> SWAP_8 = swap(8);
  private static final VectorShuffle<Float> SWAP_4 = swap(4);
  private static final VectorShuffle<Float> SWAP_2 = swap(2);
  private static final VectorShuffle<Float> SWAP_1 = swap(1);
  private static final FloatVector SIGN_8 = signs(8);
  private static final FloatVector SIGN_4 = signs(4);
  private static final FloatVector SIGN_2 = signs(2);
  private static final FloatVector SIGN_1 = signs(1);

  @Override
  public void hadamard(
      float[] rows, int ro, int rowStride, int count, int n, float[] diagonal, int d) {
    if (n < L) {
      SCALAR.hadamard(rows, ro, rowStride, count, n, diagonal, d);
      return;
    }
    for (int r = 0; r < count; r++) {
      int at = ro + r * rowStride;
      withinScaled(rows, at, n, diagonal, d);
      acrossUp(rows, at, n);
    }
  }

  @Override
  public void hadamardBack(
      float[] rows, int ro, int rowStride, int count, int n, float[] diagonal, int d) {
    if (n < L) {
      SCALAR.hadamardBack(rows, ro, rowStride, count, n, diagonal, d);
      return;
    }
    for (int r = 0; r < count; r++) {
      int at = ro + r * rowStride;
      acrossDown(rows, at, n);
      scaledWithin(rows, at, n, diagonal, d);
    }
  }

  /** Strides of whole vectors, the longest first. */
  private static void acrossDown(float[] x, int o, int n) {
    int stride = n / 2;
    for (; stride >= 4 * L; stride /= 8) {
      for (int block = o; block < o + n; block += 2 * stride) {
        for (int i = block; i < block + stride / 4; i += L) {
          threeDown(x, i, stride / 4);
        }
      }
    }
    for (; stride >= L; stride /= 2) {
      one(x, o, n, stride);
    }
  }

  /** Strides of whole vectors, the shortest first. */
  private static void acrossUp(float[] x, int o, int n) {
    int stride = L;
    for (; 8 * stride <= n; stride *= 8) {
      for (int block = o; block < o + n; block += 8 * stride) {
        for (int i = block; i < block + stride; i += L) {
          threeUp(x, i, stride);
        }
      }
    }
    for (; stride < n; stride *= 2) {
      one(x, o, n, stride);
    }
  }

  private static void one(float[] x, int o, int n, int stride) {
    for (int block = o; block < o + n; block += 2 * stride) {
      for (int i = block; i < block + stride; i += L) {
        FloatVector a = FloatVector.fromArray(F, x, i);
        FloatVector b = FloatVector.fromArray(F, x, i + stride);
        a.add(b).intoArray(x, i);
        a.sub(b).intoArray(x, i + stride);
      }
    }
  }

  /** Strides 4s, 2s and s of eight vectors that lie s floats apart. */
  private static void threeDown(float[] x, int o, int s) {
    FloatVector v0 = FloatVector.fromArray(F, x, o);
    FloatVector v1 = FloatVector.fromArray(F, x, o + s);
    FloatVector v2 = FloatVector.fromArray(F, x, o + 2 * s);
    FloatVector v3 = FloatVector.fromArray(F, x, o + 3 * s);
    FloatVector v4 = FloatVector.fromArray(F, x, o + 4 * s);
    FloatVector v5 = FloatVector.fromArray(F, x, o + 5 * s);
    FloatVector v6 = FloatVector.fromArray(F, x, o + 6 * s);
    FloatVector v7 = FloatVector.fromArray(F, x, o + 7 * s);
    FloatVector u0 = v0.add(v4);
    FloatVector u1 = v1.add(v5);
    FloatVector u2 = v2.add(v6);
    FloatVector u3 = v3.add(v7);
    FloatVector u4 = v0.sub(v4);
    FloatVector u5 = v1.sub(v5);
    FloatVector u6 = v2.sub(v6);
    FloatVector u7 = v3.sub(v7);
    v0 = u0.add(u2);
    v1 = u1.add(u3);
    v2 = u0.sub(u2);
    v3 = u1.sub(u3);
    v4 = u4.add(u6);
    v5 = u5.add(u7);
    v6 = u4.sub(u6);
    v7 = u5.sub(u7);
    v0.add(v1).intoArray(x, o);
    v0.sub(v1).intoArray(x, o + s);
    v2.add(v3).intoArray(x, o + 2 * s);
    v2.sub(v3).intoArray(x, o + 3 * s);
    v4.add(v5).intoArray(x, o + 4 * s);
    v4.sub(v5).intoArray(x, o + 5 * s);
    v6.add(v7).intoArray(x, o + 6 * s);
    v6.sub(v7).intoArray(x, o + 7 * s);
  }

  /** Strides s, 2s and 4s of eight vectors that lie s floats apart. */
  private static void threeUp(float[] x, int o, int s) {
    FloatVector v0 = FloatVector.fromArray(F, x, o);
    FloatVector v1 = FloatVector.fromArray(F, x, o + s);
    FloatVector v2 = FloatVector.fromArray(F, x, o + 2 * s);
    FloatVector v3 = FloatVector.fromArray(F, x, o + 3 * s);
    FloatVector v4 = FloatVector.fromArray(F, x, o + 4 * s);
    FloatVector v5 = FloatVector.fromArray(F, x, o + 5 * s);
    FloatVector v6 = FloatVector.fromArray(F, x, o + 6 * s);
    FloatVector v7 = FloatVector.fromArray(F, x, o + 7 * s);
    FloatVector u0 = v0.add(v1);
    FloatVector u1 = v0.sub(v1);
    FloatVector u2 = v2.add(v3);
    FloatVector u3 = v2.sub(v3);
    FloatVector u4 = v4.add(v5);
    FloatVector u5 = v4.sub(v5);
    FloatVector u6 = v6.add(v7);
    FloatVector u7 = v6.sub(v7);
    v0 = u0.add(u2);
    v1 = u1.add(u3);
    v2 = u0.sub(u2);
    v3 = u1.sub(u3);
    v4 = u4.add(u6);
    v5 = u5.add(u7);
    v6 = u4.sub(u6);
    v7 = u5.sub(u7);
    v0.add(v4).intoArray(x, o);
    v1.add(v5).intoArray(x, o + s);
    v2.add(v6).intoArray(x, o + 2 * s);
    v3.add(v7).intoArray(x, o + 3 * s);
    v0.sub(v4).intoArray(x, o + 4 * s);
    v1.sub(v5).intoArray(x, o + 5 * s);
    v2.sub(v6).intoArray(x, o + 6 * s);
    v3.sub(v7).intoArray(x, o + 7 * s);
  }

  /**
   * Strides below a vector, longest first: the other lane, plus or minus this one; the diagonal.
   */
  private static void scaledWithin(float[] x, int o, int n, float[] diagonal, int d) {
    for (int i = 0; i < n; i += L) {
      FloatVector v = FloatVector.fromArray(F, x, o + i);
      if (L > 8) {
        v = v.fma(SIGN_8, v.rearrange(SWAP_8));
      }
      if (L > 4) {
        v = v.fma(SIGN_4, v.rearrange(SWAP_4));
      }
      v = v.fma(SIGN_2, v.rearrange(SWAP_2));
      v = v.fma(SIGN_1, v.rearrange(SWAP_1));
      v.mul(FloatVector.fromArray(F, diagonal, d + i)).intoArray(x, o + i);
    }
  }

  /** The diagonal; strides below a vector, shortest first. */
  private static void withinScaled(float[] x, int o, int n, float[] diagonal, int d) {
    for (int i = 0; i < n; i += L) {
      FloatVector v =
          FloatVector.fromArray(F, x, o + i).mul(FloatVector.fromArray(F, diagonal, d + i));
      v = v.fma(SIGN_1, v.rearrange(SWAP_1));
      v = v.fma(SIGN_2, v.rearrange(SWAP_2));
      if (L > 4) {
        v = v.fma(SIGN_4, v.rearrange(SWAP_4));
      }
      if (L > 8) {
        v = v.fma(SIGN_8, v.rearrange(SWAP_8));
      }
      v.intoArray(x, o + i);
    }
  }

  private static VectorShuffle<Float> swap(int distance) {
    return F.shuffleFromOp(i -> (i ^ distance) & (F.length() - 1));
  }

  private static FloatVector signs(int distance) {
    float[] signs = new float[L];
    for (int i = 0; i < L; i++) {
      signs[i] = (i & distance) == 0 ? 1f : -1f;
    }
    return FloatVector.fromArray(F, signs, 0);
  }
}
