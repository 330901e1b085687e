package dev.velox.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Softmax never makes NaN, and long sums lose nothing. */
class SoftmaxIsStableTest {
  private static final SoftmaxKernels SOFTMAX = Kernels.active().softmax();

  @Test
  void everyScoreMaskedGivesZeros() {
    for (int n : new int[] {0, 1, 15, 16, 17, 600}) {
      float[] s = new float[n];
      Arrays.fill(s, Float.NEGATIVE_INFINITY);
      assertEquals(Float.NEGATIVE_INFINITY, SOFTMAX.max(s, 0, n));
      assertEquals(0f, SOFTMAX.expSum(s, 0, n, Float.NEGATIVE_INFINITY));
      assertArrayEquals(new float[n], s);
    }
  }

  @Test
  void maskedScoresWeighNothing() {
    float[] s = new float[40];
    Arrays.fill(s, Float.NEGATIVE_INFINITY);
    s[3] = 1e7f;
    s[39] = 1e7f;
    assertEquals(2f, SOFTMAX.expSum(s, 0, 40, SOFTMAX.max(s, 0, 40)));
    assertEquals(1f, s[3]);
    assertEquals(0f, s[4]);
  }

  @Test
  void longSumsAreAccurate() {
    int n = 131_072;
    SplittableRandom random = new SplittableRandom(3);
    for (float spread : new float[] {0f, 1e-3f, 1f, 20f}) {
      float[] s = new float[n];
      double exact = 0;
      for (int i = 0; i < n; i++) {
        s[i] = (float) random.nextGaussian() * spread;
      }
      float max = SOFTMAX.max(s, 0, n);
      for (int i = 0; i < n; i++) {
        exact += StrictMath.exp(s[i] - max);
      }
      float sum = SOFTMAX.expSum(s, 0, n, max);
      assertEquals(exact, sum, 3e-7 * exact);
    }
  }

  @Test
  void weightsAreThoseOfExactArithmetic() {
    float[] s = {3f, -2f, 0.5f, 2.999f, -80f};
    float[] e = s.clone();
    SOFTMAX.expSum(e, 0, 5, 3f);
    for (int i = 0; i < 5; i++) {
      double exact = StrictMath.exp(s[i] - 3f);
      assertEquals(exact, e[i], 1.2e-7 * exact);
    }
  }

  @Test
  void softCapBoundsAndKeepsSmallScores() {
    float[] s = {0f, 1e-4f, 25f, -25f, 1e6f, -1e6f, 50f};
    float[] capped = s.clone();
    SOFTMAX.softCap(capped, 0, s.length, 50f);
    for (int i = 0; i < s.length; i++) {
      assertEquals(50 * StrictMath.tanh(s[i] / 50.0), capped[i], 3e-7 * Math.abs(s[i]));
    }
    assertTrue(capped[4] <= 50f && capped[5] >= -50f);
  }

  @Test
  void gatesAreThoseOfExactArithmetic() {
    float[] x = new float[301];
    float[] up = new float[301];
    for (int i = 0; i < x.length; i++) {
      x[i] = (i - 150) * 0.6f;
      up[i] = 1f + i % 7;
    }
    float[] gated = x.clone();
    SOFTMAX.siluMultiply(gated, 0, up, 0, x.length);
    for (int i = 0; i < x.length; i++) {
      double exact = x[i] / (1 + StrictMath.exp(-(double) x[i])) * up[i];
      assertEquals(exact, gated[i], 5e-7 * Math.abs(exact) + 1e-34);
    }
  }
}
