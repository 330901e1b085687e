package dev.velox.nuq;

import java.util.SplittableRandom;

/** Numbers of a distribution, the same for the same seed. */
enum Draw {
  LAPLACE,
  NORMAL,
  UNIFORM,
  /** Student's t with four degrees of freedom. */
  T4;

  /** Rows {@code [rows][dim]} of unit scale. */
  float[] rows(int rows, int dim, long seed) {
    SplittableRandom random = new SplittableRandom(0x5EED + seed);
    float[] x = new float[rows * dim];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) next(random);
    }
    return x;
  }

  private double next(SplittableRandom random) {
    return switch (this) {
      case LAPLACE -> {
        double u = random.nextDouble(-1, 1);
        yield Math.copySign(StrictMath.log(1 - Math.abs(u)), u) * -1;
      }
      case NORMAL -> normal(random);
      case UNIFORM -> random.nextDouble(-1, 1);
      case T4 -> {
        double chi = 0;
        for (int i = 0; i < 4; i++) {
          double g = normal(random);
          chi += g * g;
        }
        yield normal(random) / Math.sqrt(chi / 4);
      }
    };
  }

  private static double normal(SplittableRandom random) {
    double radius = Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }

  /** The error of rows, per number. */
  static double mse(float[] x, float[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double off = (double) x[i] - y[i];
      sum += off * off;
    }
    return sum / x.length;
  }

  /** The error of rows as a share of their energy. */
  static double nmse(float[] x, float[] y) {
    return mse(x, y) / mse(x, new float[x.length]);
  }
}
