package dev.velox.cache;

import dev.velox.api.spi.TrackState;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that one role of one layer holds.
 *
 * @param clamped numbers clamped on their way into exact rows
 * @param sinks pages of the leading rows
 * @param tail pages of the rows after the codes
 * @param mean the frozen mean, if it was taken
 * @param track what the track holds
 */
record RoleState(
    long clamped,
    List<MemorySegment> sinks,
    List<MemorySegment> tail,
    @Nullable MemorySegment mean,
    TrackState track) {

  /** Copies the lists. */
  RoleState {
    sinks = List.copyOf(sinks);
    tail = List.copyOf(tail);
  }
}
