package dev.velox.tck;

/** Numbers by seed and index: the same everywhere, in any order. */
final class Noise {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private Noise() {}

  /** 64 well mixed bits (the finisher of SplitMix64). */
  static long bits(long seed, long index) {
    long z = seed + (index + 1) * STEP;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** A number in [0, 1). */
  static double uniform(long seed, long index) {
    return (bits(seed, index) >>> 11) * 0x1.0p-53;
  }

  /** A nearly normal number of mean 0 and variance 1: four uniforms added. */
  static float normal(long seed, long index) {
    long b = bits(seed, index);
    int sum = 0;
    for (int i = 0; i < 4; i++) {
      sum += (int) (b & 0xFFFF);
      b >>>= 16;
    }
    return (float) ((sum - 131_070) * (1.7320508075688772 / 65_536));
  }
}
