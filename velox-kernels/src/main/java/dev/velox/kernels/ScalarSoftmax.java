package dev.velox.kernels;

import java.util.Arrays;

/** The parts of a softmax in plain Java. */
final class ScalarSoftmax implements SoftmaxKernels {
  private static final int BLOCK = 512;

  @Override
  public float max(float[] s, int o, int n) {
    float max = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      max = Math.max(max, s[o + i]);
    }
    return max + 0f;
  }

  @Override
  public float expSum(float[] s, int o, int n, float max) {
    if (max == Float.NEGATIVE_INFINITY) {
      Arrays.fill(s, o, o + n, 0f);
      return 0f;
    }
    double sum = 0;
    for (int i = 0; i < n; i += BLOCK) {
      sum += block(s, o + i, Math.min(BLOCK, n - i), max);
    }
    return (float) sum;
  }

  /** One block's exponentials and their sum in 16 lanes. */
  private static float block(float[] s, int o, int n, float max) {
    float s0 = 0f;
    float s1 = 0f;
    float s2 = 0f;
    float s3 = 0f;
    float s4 = 0f;
    float s5 = 0f;
    float s6 = 0f;
    float s7 = 0f;
    float s8 = 0f;
    float s9 = 0f;
    float s10 = 0f;
    float s11 = 0f;
    float s12 = 0f;
    float s13 = 0f;
    float s14 = 0f;
    float s15 = 0f;
    int whole = n & ~15;
    for (int i = 0; i < whole; i += 16) {
      int p = o + i;
      s0 += term(s, p, max);
      s1 += term(s, p + 1, max);
      s2 += term(s, p + 2, max);
      s3 += term(s, p + 3, max);
      s4 += term(s, p + 4, max);
      s5 += term(s, p + 5, max);
      s6 += term(s, p + 6, max);
      s7 += term(s, p + 7, max);
      s8 += term(s, p + 8, max);
      s9 += term(s, p + 9, max);
      s10 += term(s, p + 10, max);
      s11 += term(s, p + 11, max);
      s12 += term(s, p + 12, max);
      s13 += term(s, p + 13, max);
      s14 += term(s, p + 14, max);
      s15 += term(s, p + 15, max);
    }
    int p = o + whole;
    int rest = n - whole;
    s0 += rest > 0 ? term(s, p, max) : 0f;
    s1 += rest > 1 ? term(s, p + 1, max) : 0f;
    s2 += rest > 2 ? term(s, p + 2, max) : 0f;
    s3 += rest > 3 ? term(s, p + 3, max) : 0f;
    s4 += rest > 4 ? term(s, p + 4, max) : 0f;
    s5 += rest > 5 ? term(s, p + 5, max) : 0f;
    s6 += rest > 6 ? term(s, p + 6, max) : 0f;
    s7 += rest > 7 ? term(s, p + 7, max) : 0f;
    s8 += rest > 8 ? term(s, p + 8, max) : 0f;
    s9 += rest > 9 ? term(s, p + 9, max) : 0f;
    s10 += rest > 10 ? term(s, p + 10, max) : 0f;
    s11 += rest > 11 ? term(s, p + 11, max) : 0f;
    s12 += rest > 12 ? term(s, p + 12, max) : 0f;
    s13 += rest > 13 ? term(s, p + 13, max) : 0f;
    s14 += rest > 14 ? term(s, p + 14, max) : 0f;
    s0 += s8;
    s1 += s9;
    s2 += s10;
    s3 += s11;
    s4 += s12;
    s5 += s13;
    s6 += s14;
    s7 += s15;
    s0 += s4;
    s1 += s5;
    s2 += s6;
    s3 += s7;
    s0 += s2;
    s1 += s3;
    return s0 + s1;
  }

  private static float term(float[] s, int at, float max) {
    float e = Exp.of(s[at] - max);
    s[at] = e;
    return e;
  }

  @Override
  public void softCap(float[] s, int o, int n, float cap) {
    for (int i = 0; i < n; i++) {
      s[o + i] = cap * Tanh.of(s[o + i] / cap);
    }
  }

  @Override
  public void scaleInPlace(float[] s, int o, int n, float factor) {
    for (int i = 0; i < n; i++) {
      s[o + i] *= factor;
    }
  }

  @Override
  public void siluMultiply(float[] gate, int go, float[] up, int uo, int n) {
    for (int i = 0; i < n; i++) {
      float x = gate[go + i];
      float e = Exp.of(-Math.abs(x));
      float share = x < 0f ? e : 1f;
      gate[go + i] = x * (share / (1f + e)) * up[uo + i];
    }
  }
}
