package dev.velox.accounting;

import dev.velox.api.spi.TrackScratch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Working memory of readers that begins on a line of the processor's cache, for {@link
 * TrackScratch#tables}. It lives as long as somebody can reach it, so that a reader who closes his
 * scratch while he attends harms nobody. Who takes it charges it, as heap arrays of scratch are
 * charged: {@link Account#chargeHeap}.
 */
public final class LineMemory {
  private LineMemory() {}

  /**
   * Takes memory.
   *
   * @param bytes how many, 0 or more
   * @return zeroed memory that begins on a {@link TrackScratch#LINE}
   */
  public static MemorySegment allocate(int bytes) {
    return bytes == 0 ? MemorySegment.NULL : Arena.ofAuto().allocate(bytes, TrackScratch.LINE);
  }
}
