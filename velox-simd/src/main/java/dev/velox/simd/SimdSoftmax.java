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
    if (L > 8) {
      max = max.max(max.rearrange(Lanes.SWAP_8));
    }
    if (L > 4) {
      max = max.max(max.rearrange(Lanes.SWAP_4));
    }
    max = max.max(max.rearrange(Lanes.SWAP_2));
    float most = Math.max(max.lane(0), max.lane(1));
    return Math.max(most, SCALAR.max(s, o + i, n - i)) + 0f;
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
    Exponentials.exp(s, o, n, max);
    for (int i = F.loopBound(n); i < n; i++) {
      s[o + i] = Exp.of(s[o + i] - max);
    }
  }

  @Override
  public void softCap(float[] s, int o, int n, float cap) {
    Exponentials.softCap(s, o, n, cap);
    int i = F.loopBound(n);
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
    Exponentials.siluMultiply(gate, go, up, uo, n);
    int i = F.loopBound(n);
    SCALAR.siluMultiply(gate, go + i, up, uo + i, n - i);
  }
}
