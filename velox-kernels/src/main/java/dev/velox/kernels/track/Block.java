package dev.velox.kernels.track;

import java.lang.foreign.MemorySegment;

/**
 * One sealed block: at most 64 tokens that follow each other. Immutable; a trim replaces it by a
 * shorter view of the same segments.
 */
public final class Block {
  private final int start;
  private final int rows;
  private final MemorySegment[] planes;

  Block(int start, int rows, MemorySegment[] planes) {
    this.start = start;
    this.rows = rows;
    this.planes = planes;
  }

  /**
   * Position of its first token.
   *
   * @return position in the sequence
   */
  public int start() {
    return start;
  }

  /**
   * Tokens it holds.
   *
   * @return 1 to 64
   */
  public int rows() {
    return rows;
  }

  /**
   * One past its last token.
   *
   * @return position in the sequence
   */
  public int end() {
    return start + rows;
  }

  /**
   * One of its segments, as the layout lists them.
   *
   * @param index which plane
   * @return the bytes of all kv heads
   */
  public MemorySegment plane(int index) {
    return planes[index];
  }

  int planes() {
    return planes.length;
  }

  Block withRows(int fewer) {
    return new Block(start, fewer, planes);
  }
}
