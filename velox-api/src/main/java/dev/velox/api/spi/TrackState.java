package dev.velox.api.spi;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/**
 * Everything a track holds, so that the host can fork, weigh and save it: named segments and named
 * whole numbers. A track opened from a state is bit for bit the one the state was taken from.
 *
 * @param parts every segment, in an order the track knows
 * @param numbers small facts such as the rows of each block
 */
public record TrackState(List<Part> parts, Map<String, long[]> numbers) {

  /** Copies both collections. */
  public TrackState {
    parts = List.copyOf(parts);
    numbers = Map.copyOf(numbers);
  }

  /**
   * One segment with its name.
   *
   * @param name what it holds, unique in the state
   * @param bytes its size by role, as it was allocated
   * @param segment the bytes
   */
  public record Part(String name, ByteReport bytes, MemorySegment segment) {
    /**
     * A segment of one role.
     *
     * @param name what it holds, unique in the state
     * @param role what its bytes are for
     * @param segment the bytes
     */
    public Part(String name, ByteRole role, MemorySegment segment) {
      this(name, ByteReport.of(role, segment.byteSize()), segment);
    }
  }
}
