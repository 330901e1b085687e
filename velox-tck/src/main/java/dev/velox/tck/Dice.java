package dev.velox.tck;

import java.util.List;

/** Choices drawn one after another from a seed. */
final class Dice {
  private final long seed;
  private long drawn;

  Dice(long seed) {
    this.seed = seed;
  }

  /** A new seed for something that draws on its own. */
  long seed() {
    return Noise.bits(seed, drawn++);
  }

  /** A number in [0, n). */
  int below(int n) {
    return (int) Math.floorMod(seed(), (long) n);
  }

  /** A number in [from, to]. */
  int between(int from, int to) {
    return from + below(to - from + 1);
  }

  boolean oneIn(int n) {
    return below(n) == 0;
  }

  <T> T of(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  int of(int... choices) {
    return choices[below(choices.length)];
  }
}
