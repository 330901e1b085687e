package dev.velox.skvq;

import java.util.SplittableRandom;

/** Normal numbers and shuffled scales, the same for the same seed on every machine. */
final class Gaussian {
  private final SplittableRandom random;

  Gaussian(long seed) {
    this.random = new SplittableRandom(seed);
  }

  double next() {
    double radius = Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }

  /** Rows {@code [count][scale.length]} of deviations {@code scale}. */
  float[] rows(int count, double[] scale) {
    float[] rows = new float[count * scale.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) (next() * scale[i % scale.length]);
    }
    return rows;
  }

  /** Powers of ten from {@code 10^from} to {@code 10^to}, shuffled. */
  double[] decades(double from, double to, int n) {
    double[] scale = new double[n];
    for (int i = 0; i < n; i++) {
      scale[i] = StrictMath.pow(10, from + (to - from) * i / (n - 1));
    }
    return shuffle(scale);
  }

  double[] shuffle(double[] x) {
    for (int i = x.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      double swap = x[i];
      x[i] = x[j];
      x[j] = swap;
    }
    return x;
  }

  static double[] ones(int n) {
    double[] ones = new double[n];
    java.util.Arrays.fill(ones, 1);
    return ones;
  }
}
