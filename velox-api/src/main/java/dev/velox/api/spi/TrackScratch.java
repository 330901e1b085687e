package dev.velox.api.spi;

import java.lang.foreign.MemorySegment;

/**
 * Working memory of one reader in one track: prepared queries, running sums, unpacked rows, look-up
 * tables. Laid out by the track; what {@code prepareQueries} or {@code clearSums} leaves there is
 * read by the calls that follow.
 */
public final class TrackScratch {
  /** Bytes of the widest vector, and of a line of the processor's cache. */
  public static final int LINE = 64;

  /** Floats, at least as many as the track's traits ask for. */
  public final float[] floats;

  /** Bytes, at least as many as the track's traits ask for. */
  public final byte[] bytes;

  /**
   * Memory for look-up tables, at least as many bytes as the track's traits ask for where it is to
   * attend; decoding needs none. It begins on a {@link #LINE}, which an array cannot promise: a
   * table that lies across two lines makes a scan up to half as slow again.
   */
  public final MemorySegment tables;

  /**
   * Scratch without tables.
   *
   * @param floats floats
   * @param bytes bytes
   */
  public TrackScratch(int floats, int bytes) {
    this(floats, bytes, MemorySegment.NULL);
  }

  /**
   * Scratch of given sizes.
   *
   * @param floats floats
   * @param bytes bytes
   * @param tables memory of look-up tables, on a {@link #LINE}
   */
  public TrackScratch(int floats, int bytes, MemorySegment tables) {
    this.floats = new float[floats];
    this.bytes = new byte[bytes];
    this.tables = tables;
  }

  /**
   * What it takes.
   *
   * @return bytes of all its memory
   */
  public long size() {
    return (long) Float.BYTES * floats.length + bytes.length + tables.byteSize();
  }
}
