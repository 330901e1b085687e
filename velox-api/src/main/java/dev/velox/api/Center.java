package dev.velox.api;

import java.util.Locale;

/** Which tracks are stored minus the frozen mean of their first rows. */
public enum Center {
  /** Tracks that lose something: the default. */
  CODED,
  /** All tracks, exact ones too. */
  ON,
  /** None; reproduces methods as published. */
  OFF;

  /**
   * The word used in specs.
   *
   * @return {@code coded}, {@code on} or {@code off}
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether a track is centred.
   *
   * @param coded whether the track loses anything
   * @return true if its mean is taken out
   */
  public boolean applies(boolean coded) {
    return this == ON || (this == CODED && coded);
  }
}
