package dev.velox.kernels.track;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * One sealed block: at most 64 tokens that follow each other. Immutable; a trim replaces it by a
 * shorter view of the same memory, which it may share with its neighbours.
 */
public final class Block {
  private final int start;
  private final int rows;
  private final BlockRun run;
  private final int place;
  private final @Nullable MemorySegment[] extras;
  private final @Nullable MemorySegment[] own;

  Block(int start, int rows, BlockRun run, int place, int extras) {
    this(
        start,
        rows,
        run,
        place,
        new @Nullable MemorySegment[extras],
        new @Nullable MemorySegment[extras]);
  }

  private Block(
      int start,
      int rows,
      BlockRun run,
      int place,
      @Nullable MemorySegment[] extras,
      @Nullable MemorySegment[] own) {
    this.start = start;
    this.rows = rows;
    this.run = run;
    this.place = place;
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
   * The memory of one of its planes, as the layout lists them. Other blocks may lie there too: the
   * bytes of a head begin at {@code place(kvHead) * bytesPerHead}.
   *
   * @param index which plane
   * @return the segment
   */
  public MemorySegment plane(int index) {
    return run.plane(index);
  }

  /**
   * Where a head of this block lies in every plane, in units of the plane's bytes a head.
   *
   * @param kvHead which head
   * @return 0 or more
   */
  public int place(int kvHead) {
    return kvHead * run.places() + place;
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

  BlockRun run() {
    return run;
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
    return new Block(start, fewer, run, place, extras, own);
  }

  /** The same block with its planes elsewhere. */
  Block movedTo(BlockRun other, int at) {
    return new Block(start, rows, other, at, extras, own);
  }
}
