package dev.velox.turbo;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Random vectors for tests. */
final class Vectors {
  private Vectors() {}

  static float[] gaussian(int count, int dim, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    float[] x = new float[count * dim];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian();
    }
    return x;
  }

  /** Rows of length one, uniform on the sphere. */
  static float[] unit(int count, int dim, long seed) {
    float[] x = gaussian(count, dim, seed);
    for (int r = 0; r < count; r++) {
      double norm = norm(x, r * dim, dim);
      for (int c = 0; c < dim; c++) {
        x[r * dim + c] /= (float) norm;
      }
    }
    return x;
  }

  static float[] times(float[] x, double factor) {
    float[] y = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = (float) (x[i] * factor);
    }
    return y;
  }

  static double dot(float[] a, int ao, float[] b, int bo, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += (double) a[ao + i] * b[bo + i];
    }
    return sum;
  }

  static double norm(float[] x, int o, int n) {
    return Math.sqrt(dot(x, o, x, o, n));
  }

  /** Squared error over squared size, all rows together. */
  static double nmse(float[] x, float[] back) {
    return squaredError(x, back, 0, x.length) / dot(x, 0, x, 0, x.length);
  }

  static double squaredError(float[] x, float[] back, int o, int n) {
    double sum = 0;
    for (int i = o; i < o + n; i++) {
      double e = (double) x[i] - back[i];
      sum += e * e;
    }
    return sum;
  }
}
