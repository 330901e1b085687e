package dev.velox.turbo;

import dev.velox.api.Role;

/**
 * The random numbers of stored rotations: one stream for each seed, layer, role and use. Part of
 * the format, so it never changes.
 *
 * <p>SplitMix64 (Steele, Lea, Flood, 2014). The state starts at {@code mix(seed)} and takes in
 * layer, role (keys 1, values 2) and use one after another by {@code state = mix(state + GAMMA * (x
 * + 1))}. Normal numbers come in pairs from Marsaglia's polar method with {@link StrictMath}.
 */
final class FrozenRandom {
  private static final long GAMMA = 0x9e3779b97f4a7c15L;

  /** A stream that can be opened again from its start. */
  record Source(long seed, int layer, Role role, int use) {
    FrozenRandom open() {
      return new FrozenRandom(this);
    }
  }

  private long state;
  private double spare;
  private boolean hasSpare;

  private FrozenRandom(Source source) {
    state = mix(source.seed());
    absorb(source.layer());
    absorb(source.role() == Role.KEYS ? 1 : 2);
    absorb(source.use());
  }

  private void absorb(long x) {
    state = mix(state + GAMMA * (x + 1));
  }

  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
    return x ^ (x >>> 31);
  }

  long nextLong() {
    state += GAMMA;
    return mix(state);
  }

  /** Minus one or one, from the highest bit. */
  int nextSign() {
    return nextLong() < 0 ? -1 : 1;
  }

  /** A number in [-1, 1) on a grid of 2^-52. */
  private double nextUniform() {
    return (nextLong() >> 11) * 0x1p-52;
  }

  double nextGaussian() {
    if (hasSpare) {
      hasSpare = false;
      return spare;
    }
    double x;
    double y;
    double s;
    do {
      x = nextUniform();
      y = nextUniform();
      s = x * x + y * y;
    } while (s >= 1 || s == 0);
    double factor = Math.sqrt(-2 * StrictMath.log(s) / s);
    spare = y * factor;
    hasSpare = true;
    return x * factor;
  }
}
