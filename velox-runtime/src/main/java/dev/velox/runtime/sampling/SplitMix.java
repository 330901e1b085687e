package dev.velox.runtime.sampling;

/**
 * SplitMix64 (Steele, Lea and Flood 2014): the generator of all draws. Written out, so that a seed
 * gives the same text on every JDK.
 */
final class SplitMix {
  private long state;

  SplitMix(long seed) {
    state = seed;
  }

  long nextLong() {
    state += 0x9e3779b97f4a7c15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Uniform in [0, 1), 53 bits. */
  double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }
}
