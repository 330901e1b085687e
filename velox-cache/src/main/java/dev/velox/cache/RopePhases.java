package dev.velox.cache;

import dev.velox.api.Rope;
import dev.velox.kernels.track.RopeTable;

/**
 * The phases of a rotation at the starts of spans of 64 positions, as floats for the scan:
 * multiples of 64 and of 4096. What a position gets is a pure function of it.
 */
final class RopePhases {
  /** Positions an offset table covers. */
  static final int SPAN = 64;

  private final RopeTable table;
  private final int pairs;
  private final float[] fine;
  private final float[] coarse;

  RopePhases(Rope rope, int capacity) {
    this.table = RopeTable.of(rope);
    this.pairs = rope.pairs();
    this.fine = phases(SPAN, Math.clamp(capacity / SPAN + 1, 2, SPAN));
    this.coarse = phases(SPAN * SPAN, capacity / (SPAN * SPAN) + 1);
  }

  private float[] phases(int step, int count) {
    float[] phases = new float[2 * pairs * count];
    float[] phase = new float[2 * pairs];
    for (int i = 0; i < count; i++) {
      table.phase(step * i, phase);
      System.arraycopy(phase, 0, phases, 2 * pairs * i, phase.length);
    }
    return phases;
  }

  RopeTable table() {
    return table;
  }

  Rope rope() {
    return table.rope();
  }

  /** {@code cos(t * theta_p)} at {@code p * 64 + t}. */
  float[] cos() {
    return table.blockCos();
  }

  /** {@code sin(t * theta_p)} at {@code p * 64 + t}. */
  float[] sin() {
    return table.blockSin();
  }

  /** Cosine of a pair's angle over a whole span. */
  float stepCos(int pair) {
    return fine[2 * pairs + pair];
  }

  /** Sine of a pair's angle over a whole span. */
  float stepSin(int pair) {
    return fine[3 * pairs + pair];
  }

  long bytes() {
    return table.bytes() + 4L * (fine.length + coarse.length);
  }

  /**
   * Turns vectors {@code (x_i, y_i)} of some pairs by the angles of position {@code 64 * span}, in
   * place.
   */
  void rotateTo(int span, int[] list, float[] x, int xo, float[] y, int yo) {
    int f = 2 * pairs * (span % SPAN);
    int c = 2 * pairs * (span / SPAN);
    for (int i = 0; i < list.length; i++) {
      int p = list[i];
      float fc = fine[f + p];
      float fs = fine[f + pairs + p];
      float cc = coarse[c + p];
      float cs = coarse[c + pairs + p];
      float cosine = fc * cc - fs * cs;
      float sine = fs * cc + fc * cs;
      float px = x[xo + i];
      float py = y[yo + i];
      x[xo + i] = px * cosine - py * sine;
      y[yo + i] = px * sine + py * cosine;
    }
  }
}
