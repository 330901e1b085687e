package dev.velox.api.spi;

/**
 * Working memory of one reader in one track: prepared queries, running sums, unpacked rows. Laid
 * out by the track; what {@code prepareQueries} or {@code clearSums} leaves there is read by the
 * calls that follow.
 */
public final class TrackScratch {
  /** Floats, at least as many as the track's traits ask for. */
  public final float[] floats;

  /** Bytes, at least as many as the track's traits ask for. */
  public final byte[] bytes;

  /**
   * Scratch of given sizes.
   *
   * @param floats floats
   * @param bytes bytes
   */
  public TrackScratch(int floats, int bytes) {
    this.floats = new float[floats];
    this.bytes = new byte[bytes];
  }
}
