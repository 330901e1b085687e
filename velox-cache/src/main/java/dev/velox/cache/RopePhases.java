package dev.velox.cache;

import dev.velox.api.Rope;
import dev.velox.kernels.RopeKernels;
import dev.velox.kernels.TurningPairs;
import dev.velox.kernels.track.RopeTable;

/**
 * The phases of a rotation at the starts of spans of 64 positions, as floats for the scan:
 * multiples of 64 and of 4096. What a position gets is a pure function of it.
 */
final class RopePhases {
  /** Positions an offset table covers. */
  static final int SPAN = RopeKernels.SPAN;

  private final RopeTable table;
  private final int pairs;
  private final float[] turns;
  private final float[] spanCos;
  private final float[] spanSin;
  private final float[] fine;
  private final float[] coarse;

  RopePhases(Rope rope, int capacity) {
    this.table = RopeTable.of(rope);
    this.pairs = rope.pairs();
    this.fine = phases(SPAN, Math.clamp(capacity / SPAN + 1, RopeKernels.SPANS, SPAN));
    this.coarse = coarse(capacity / (SPAN * SPAN) + 1);
    this.turns = new float[pairs];
    this.spanCos = new float[pairs * RopeKernels.SPANS];
    this.spanSin = new float[pairs * RopeKernels.SPANS];
    for (int p = 0; p < pairs; p++) {
      turns[p] = (float) rope.inverseFrequency(p);
      for (int i = 0; i < RopeKernels.SPANS; i++) {
        spanCos[p * RopeKernels.SPANS + i] = fine[2 * pairs * i + p];
        spanSin[p * RopeKernels.SPANS + i] = fine[2 * pairs * i + pairs + p];
      }
    }
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

  /**
   * Phases at multiples of 4096. Every 64th is looked up and the others are turned on from it, so
   * that a large capacity, which may be anybody's claim, costs products rather than cosines.
   */
  private float[] coarse(int count) {
    float[] phases = new float[2 * pairs * count];
    double[] from = new double[2 * pairs];
    double[][] on = new double[Math.min(SPAN, count)][2 * pairs];
    for (int i = 0; i < on.length; i++) {
      table.phase(SPAN * SPAN * i, on[i]);
    }
    for (int i = 0; i < count; i++) {
      if (i % SPAN == 0) {
        table.phase(SPAN * SPAN * i, from);
      }
      double[] more = on[i % SPAN];
      int at = 2 * pairs * i;
      for (int p = 0; p < pairs; p++) {
        double cos = from[p] * more[p] - from[pairs + p] * more[pairs + p];
        double sin = from[pairs + p] * more[p] + from[p] * more[pairs + p];
        phases[at + p] = (float) cos;
        phases[at + pairs + p] = (float) sin;
      }
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

  /** Some pairs with the tables of their angles. */
  TurningPairs turning(int[] list, int fast) {
    return new TurningPairs(list, fast, cos(), sin(), spanCos, spanSin, turns);
  }

  long bytes() {
    return table.bytes() + 4L * (turns.length + 2L * spanCos.length + fine.length + coarse.length);
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
