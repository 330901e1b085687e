package dev.velox.nuq;

import dev.velox.kernels.track.Block;
import org.jspecify.annotations.Nullable;

/**
 * Which blocks bring a table of their own: the first of each interval of tokens. A function of
 * block starts alone, so that no trim, fork or chunk changes it.
 */
final class TableSchedule {
  private TableSchedule() {}

  /** Which interval a position lies in, counted from an anchor. */
  static int interval(int position, int anchor, int tokens) {
    return Math.floorDiv(position - anchor, tokens);
  }

  /**
   * Whether a new block brings a table.
   *
   * @param settings how long an interval is
   * @param anchor where intervals are counted from
   * @param start where the block starts
   * @param previous the block before it, or null
   */
  static boolean brings(KeySettings settings, int anchor, int start, @Nullable Block previous) {
    if (!settings.blockTables()) {
      return false;
    }
    int tokens = Math.max(settings.group(), settings.refit());
    int now = interval(start, anchor, tokens);
    if (settings.group() > 0) {
      return previous == null || now > interval(previous.start(), anchor, tokens);
    }
    int before = previous == null ? 0 : interval(previous.start(), anchor, tokens);
    return now > Math.max(0, before);
  }

  /** Which table a block reads: blocks of one interval share theirs; 0 is the first. */
  static int table(KeySettings settings, int anchor, int start) {
    return settings.blockTables()
        ? Math.max(0, interval(start, anchor, Math.max(settings.group(), settings.refit())))
        : 0;
  }
}
