package dev.velox.runtime.bench;

import dev.velox.runtime.Stopwatch;

/** Runs arms under a clock: first until the compiler has settled, then for samples. */
final class Sampler {
  private static final double NANOS = 1e9;

  /** Rounds of the least warm-up. */
  private static final int ROUNDS = 15;

  /** Rounds in a row that must take about the same time. */
  private static final int STEADY = 3;

  private static final double SAME = 0.05;

  /** How many times the least warm-up an arm may take to settle. */
  private static final int PATIENCE = 4;

  private Sampler() {}

  /**
   * Runs single units until at least {@code seconds} have passed and the time of a unit is steady.
   */
  static void warmUp(Timed arm, double seconds) {
    double least = seconds * NANOS;
    double spent = 0;
    double last = Double.POSITIVE_INFINITY;
    int steady = 0;
    int unit = 0;
    do {
      double round = 0;
      int runs = 0;
      do {
        round += time(arm, unit, unit + 1);
        runs++;
        unit = (unit + 1) % arm.units();
      } while (round < least / ROUNDS);
      spent += round;
      double each = round / runs;
      steady = Math.abs(each - last) <= SAME * last ? steady + 1 : 0;
      last = each;
    } while (spent < least || (steady < STEADY && spent < PATIENCE * least));
  }

  /** One sample: all units once, ns an item. */
  static double sample(Timed arm) {
    return time(arm, 0, arm.units()) / arm.items();
  }

  private static double time(Timed arm, int from, int to) {
    arm.prepare();
    Stopwatch watch = new Stopwatch();
    watch.start();
    arm.run(from, to);
    watch.stop();
    return watch.nanos();
  }
}
