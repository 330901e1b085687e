package dev.velox.cache;

import dev.velox.api.Rope;

/**
 * Cosines and sines of a rotation at every position, from three small tables: offsets 0..63,
 * multiples of 64 and multiples of 4096. What a position gets is a pure function of it. Angles are
 * taken in double once, here.
 */
final class RopePhases {
  /** Positions an offset table covers. */
  static final int SPAN = 64;

  private final Rope rope;
  private final int pairs;
  private final float[] cos;
  private final float[] sin;
  private final float[] fine;
  private final float[] coarse;

  RopePhases(Rope rope, int capacity) {
    this.rope = rope;
    pairs = rope.pairs();
    cos = new float[pairs * SPAN];
    sin = new float[pairs * SPAN];
    for (int p = 0; p < pairs; p++) {
      for (int t = 0; t < SPAN; t++) {
        double angle = t * rope.inverseFrequency(p);
        cos[p * SPAN + t] = (float) StrictMath.cos(angle);
        sin[p * SPAN + t] = (float) StrictMath.sin(angle);
      }
    }
    fine = table(rope, SPAN, Math.min(SPAN, capacity / SPAN + 1));
    coarse = table(rope, SPAN * SPAN, capacity / (SPAN * SPAN) + 1);
  }

  private static float[] table(Rope rope, int step, int count) {
    int pairs = rope.pairs();
    float[] table = new float[2 * pairs * count];
    for (int i = 0; i < count; i++) {
      for (int p = 0; p < pairs; p++) {
        double angle = (double) step * i * rope.inverseFrequency(p);
        table[2 * pairs * i + p] = (float) StrictMath.cos(angle);
        table[2 * pairs * i + pairs + p] = (float) StrictMath.sin(angle);
      }
    }
    return table;
  }

  Rope rope() {
    return rope;
  }

  /** {@code cos(t * theta_p)} at {@code p * 64 + t}. */
  float[] cos() {
    return cos;
  }

  /** {@code sin(t * theta_p)} at {@code p * 64 + t}. */
  float[] sin() {
    return sin;
  }

  long bytes() {
    return 4L * (cos.length + sin.length + fine.length + coarse.length);
  }

  /** Turns vectors {@code (x_p, y_p)} by the angles of position {@code 64 * span}, in place. */
  void rotateTo(int span, float[] x, int xo, float[] y, int yo) {
    int f = 2 * pairs * (span % SPAN);
    int c = 2 * pairs * (span / SPAN);
    for (int p = 0; p < pairs; p++) {
      float fc = fine[f + p];
      float fs = fine[f + pairs + p];
      float cc = coarse[c + p];
      float cs = coarse[c + pairs + p];
      float cosine = fc * cc - fs * cs;
      float sine = fs * cc + fc * cs;
      float px = x[xo + p];
      float py = y[yo + p];
      x[xo + p] = px * cosine - py * sine;
      y[yo + p] = px * sine + py * cosine;
    }
  }
}
