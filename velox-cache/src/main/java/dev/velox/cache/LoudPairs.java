package dev.velox.cache;

import dev.velox.api.Rope;
import dev.velox.kernels.TurningPairs;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
  static final LoudPairs SILENT = new LoudPairs(NONE, null);

  private final int[] list;
  private final @Nullable TurningPairs turning;

  private LoudPairs(int[] list, @Nullable TurningPairs turning) {
    this.list = list;
    this.turning = turning;
  }

  static LoudPairs of(RopePhases phases, float[] mean) {
    Rope rope = phases.rope();
    int[] loud =
        IntStream.range(0, rope.pairs())
            .filter(p -> mean[rope.first(p)] != 0 || mean[rope.second(p)] != 0)
            .toArray();
    int[] fast = IntStream.of(loud).filter(p -> !slow(rope, p)).toArray();
    int[] slow = IntStream.of(loud).filter(p -> slow(rope, p)).toArray();
    int[] list = IntStream.concat(IntStream.of(fast), IntStream.of(slow)).toArray();
    return list.length == 0 ? SILENT : new LoudPairs(list, phases.turning(list, fast.length));
  }

  private static boolean slow(Rope rope, int pair) {
    return Math.abs(rope.inverseFrequency(pair)) * RopePhases.SPAN / 2 <= SLOW;
  }

  /** Pair indexes, fast ones first. */
  int[] list() {
    return list;
  }

  /** The same with their tables, or null if there are none. */
  @Nullable TurningPairs turning() {
    return turning;
  }
}
