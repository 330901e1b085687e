package dev.velox.kernels.track;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * One sealed block: at most 64 tokens that follow each other. Immutable; a trim replaces it by a
 * shorter view of the same segments.
 */
public final class Block {
  private final int start;
  private final int rows;
  private final MemorySegment[] planes;
  private final @Nullable MemorySegment[] extras;
  private final @Nullable MemorySegment[] own;

  Block(int start, int rows, MemorySegment[] planes, int extras) {
    this(
        start,
        rows,
        planes,
        new @Nullable MemorySegment[extras],
        new @Nullable MemorySegment[extras]);
  }

  private Block(
      int start,
      int rows,
      MemorySegment[] planes,
      @Nullable MemorySegment[] extras,
      @Nullable MemorySegment[] own) {
    this.start = start;
    this.rows = rows;
    this.planes = planes;
    this.extras = extras;
    this.own = own;
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

  /**
   * One of its extras, as the layout lists them.
   *
   * @param index which extra
   * @return its own segment, or that of the nearest block before it for an inherited extra; null if
   *     there is none
   */
  public @Nullable MemorySegment extra(int index) {
    return extras[index];
  }

  /**
   * Whether an extra is its own and not inherited.
   *
   * @param index which extra
   * @return true if it was attached to this block
   */
  public boolean owns(int index) {
    return own[index] != null;
  }

  int planes() {
    return planes.length;
  }

  int extras() {
    return extras.length;
  }

  /** Its own extra, or null. */
  @Nullable MemorySegment ownExtra(int index) {
    return own[index];
  }

  void attach(int index, MemorySegment segment) {
    extras[index] = segment;
    own[index] = segment;
  }

  /** Sees the segment that the block before it sees. */
  void inherit(int index, Block previous) {
    extras[index] = previous.extras[index];
  }

  /** Owns what it inherited, when the block before it goes. */
  void takeOver(int index, Block previous) {
    own[index] = previous.own[index];
    previous.own[index] = null;
  }

  Block withRows(int fewer) {
    return new Block(start, fewer, planes, extras, own);
  }
}
