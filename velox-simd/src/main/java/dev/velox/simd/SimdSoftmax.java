package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.L;

import dev.velox.kernels.Exp;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.SoftmaxKernels;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** The parts of a softmax on vectors. */
final class SimdSoftmax implements SoftmaxKernels {
  private static final SoftmaxKernels SCALAR = Kernels.scalar().softmax();
  private static final int BLOCK = 512;

  @Override
  public float max(float[] s, int o, int n) {
    FloatVector max = FloatVector.broadcast(F, Float.NEGATIVE_INFINITY);
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      FloatVector v = FloatVector.fromArray(F, s, o + i);
      max = max.blend(v, v.compare(VectorOperators.GT, max));
    }
    return Math.max(Lanes.max(max), SCALAR.max(s, o + i, n - i)) + 0f;
  }

  @Override
  public float expSum(float[] s, int o, int n, float max) {
    if (max == Float.NEGATIVE_INFINITY) {
      Arrays.fill(s, o, o + n, 0f);
      return 0f;
    }
    double sum = 0;
    for (int i = 0; i < n; i += BLOCK) {
      int block = Math.min(BLOCK, n - i);
      exponentials(s, o + i, block, max);
      sum += LaneSum.sum(s, o + i, block);
    }
    return (float) sum;
  }

  private static void exponentials(float[] s, int o, int n, float max) {
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      Exponentials.exp(FloatVector.fromArray(F, s, o + i).sub(max)).intoArray(s, o + i);
    }
    for (; i < n; i++) {
      s[o + i] = Exp.of(s[o + i] - max);
    }
  }

  @Override
  public void softCap(float[] s, int o, int n, float cap) {
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      FloatVector x = FloatVector.fromArray(F, s, o + i).div(cap);
      Exponentials.tanh(x).mul(cap).intoArray(s, o + i);
    }
    SCALAR.softCap(s, o + i, n - i, cap);
  }

  @Override
  public void scaleInPlace(float[] s, int o, int n, float factor) {
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      FloatVector.fromArray(F, s, o + i).mul(factor).intoArray(s, o + i);
    }
    SCALAR.scaleInPlace(s, o + i, n - i, factor);
  }

  @Override
  public void siluMultiply(float[] gate, int go, float[] up, int uo, int n) {
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      FloatVector x = FloatVector.fromArray(F, gate, go + i);
      silu(x).mul(FloatVector.fromArray(F, up, uo + i)).intoArray(gate, go + i);
    }
    SCALAR.siluMultiply(gate, go + i, up, uo + i, n - i);
  }

  private static FloatVector silu(FloatVector x) {
    FloatVector e = Exponentials.exp(x.abs().neg());
    FloatVector one = FloatVector.broadcast(F, 1f);
    FloatVector share = one.blend(e, x.compare(VectorOperators.LT, 0f));
    return x.mul(share.div(e.add(one)));
  }
}
