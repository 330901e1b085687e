package dev.velox.baselines;

import java.util.SplittableRandom;

/** Rows of several natures, the same for the same seed. */
enum Data {
  UNIFORM,
  GAUSSIAN,
  /** Channels of very different size and offset, as keys have. */
  CHANNELS,
  /** Rare large values. */
  SPIKES,
  /** Values whose scales are subnormal binary16. */
  SMALL,
  /** Values around the limit of binary16, inside it. */
  HUGE;

  float[] rows(int rows, int dim, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] x = new float[rows * dim];
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < dim; c++) {
        x[r * dim + c] = value(random, c);
      }
    }
    return x;
  }

  private float value(SplittableRandom random, int c) {
    double u = random.nextDouble(-1, 1);
    double sum = u + random.nextDouble(-1, 1) + random.nextDouble(-1, 1);
    return (float)
        switch (this) {
          case UNIFORM -> u;
          case GAUSSIAN -> sum;
          case CHANNELS -> (c % 7 - 3) * 20 + sum * StrictMath.pow(2, c % 8);
          case SPIKES -> random.nextInt(50) == 0 ? 100 * sum : 0.1 * sum;
          case SMALL -> 1e-5 * sum;
          case HUGE -> 65504 * u;
        };
  }
}
