package dev.velox.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Exponential and hyperbolic tangent stay within their stated error of the exact values. */
class ExponentialIsAccurateTest {
  private static final int POINTS = 400_000;

  private static double ulps(float value, double exact) {
    return Math.abs(value - exact) / Math.ulp((float) exact);
  }

  @Test
  void exponentialWithinOneUlp() {
    double worst = 0;
    for (int i = 0; i <= POINTS; i++) {
      float x = -87.3f * i / POINTS;
      worst = Math.max(worst, ulps(Exp.of(x), StrictMath.exp(x)));
    }
    assertTrue(worst <= 1, "worst error " + worst + " ulp");
  }

  @Test
  void exponentialNearZero() {
    for (float x = -1f; x < -1e-30f; x /= 3) {
      assertTrue(ulps(Exp.of(x), StrictMath.exp(x)) <= 1);
    }
    assertEquals(1f, Exp.of(0f));
    assertEquals(1f, Exp.of(-0f));
  }

  @Test
  void exponentialOfVeryNegativeNumbersIsZero() {
    assertEquals(0f, Exp.of(-87.34f));
    assertEquals(0f, Exp.of(-1e30f));
    assertEquals(0f, Exp.of(Float.NEGATIVE_INFINITY));
    assertTrue(Exp.of(-87.3f) > 0f);
  }

  @Test
  void tangentWithinTwoUlps() {
    double worst = 0;
    for (int i = 1; i <= POINTS; i++) {
      float x = 20f * i / POINTS;
      worst = Math.max(worst, ulps(Tanh.of(x), StrictMath.tanh(x)));
      assertEquals(-Tanh.of(x), Tanh.of(-x));
    }
    for (float x = 0.5f; x > 1e-30f; x /= 1.7f) {
      worst = Math.max(worst, ulps(Tanh.of(x), StrictMath.tanh(x)));
    }
    assertTrue(worst <= 2, "worst error " + worst + " ulp");
  }

  @Test
  void tangentAtTheEnds() {
    assertEquals(1f, Tanh.of(Float.POSITIVE_INFINITY));
    assertEquals(-1f, Tanh.of(Float.NEGATIVE_INFINITY));
    assertEquals(0f, Math.abs(Tanh.of(-0f)));
    assertEquals(0f, Tanh.of(0f));
  }
}
