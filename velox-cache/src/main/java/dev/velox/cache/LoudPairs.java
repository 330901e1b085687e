package dev.velox.cache;

import dev.velox.api.Rope;
import java.util.stream.IntStream;

/**
 * The rotary pairs in which a head's mean is not zero: those that turn fast first, then those so
 * slow that a polynomial in a token's place serves all of them.
 */
final class LoudPairs {
  /**
   * Half a span turns a slow pair by at most this many radians: the fifth power's share is below
   * 1e-6.
   */
  private static final double SLOW = 0.16;

  private static final int[] NONE = {};

  /** No pair at all. */
  static final LoudPairs SILENT = new LoudPairs(NONE, 0);

  private final int[] list;
  private final int fast;

  private LoudPairs(int[] list, int fast) {
    this.list = list;
    this.fast = fast;
  }

  static LoudPairs of(Rope rope, float[] mean) {
    int[] loud =
        IntStream.range(0, rope.pairs())
            .filter(p -> mean[rope.first(p)] != 0 || mean[rope.second(p)] != 0)
            .toArray();
    int[] fast = IntStream.of(loud).filter(p -> !slow(rope, p)).toArray();
    int[] slow = IntStream.of(loud).filter(p -> slow(rope, p)).toArray();
    return new LoudPairs(
        IntStream.concat(IntStream.of(fast), IntStream.of(slow)).toArray(), fast.length);
  }

  private static boolean slow(Rope rope, int pair) {
    return Math.abs(rope.inverseFrequency(pair)) * RopePhases.SPAN / 2 <= SLOW;
  }

  /** Pair indexes, fast ones first. */
  int[] list() {
    return list;
  }

  int count() {
    return list.length;
  }

  int fast() {
    return fast;
  }
}
