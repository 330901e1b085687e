package dev.velox.planted.nuq;

import dev.velox.planted.api.spi.KvTrack;

/** A track that keeps numbers outside the ledger. */
public final class TrackWithAnArray implements KvTrack {
  /** Uncounted. */
  public float[][] levels = new float[4][4];
}
