package dev.velox.runtime.bench;

/** Seeded normal numbers: the polar method (Marsaglia and Bray 1964) on SplitMix64. */
final class Normals {
  private long state;
  private double spare;
  private boolean hasSpare;

  Normals(long seed) {
    state = seed;
  }

  /** Uniform in (-1, 1). */
  private double uniform() {
    state += 0x9e3779b97f4a7c15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return ((z ^ (z >>> 31)) >> 10) * 0x1p-53;
  }

  double next() {
    if (hasSpare) {
      hasSpare = false;
      return spare;
    }
    while (true) {
      double x = uniform();
      double y = uniform();
      double r = x * x + y * y;
      if (r > 0 && r < 1) {
        double f = Math.sqrt(-2 * StrictMath.log(r) / r);
        spare = y * f;
        hasSpare = true;
        return x * f;
      }
    }
  }

  /** An array of them. */
  float[] array(int n) {
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) next();
    }
    return x;
  }
}
