package dev.velox.runtime;

import java.util.Locale;

/** Why a text ended. */
public enum StopReason {
  /** As many tokens as were asked for. */
  MAX_TOKENS,
  /** The model chose an end token. */
  END_TOKEN,
  /** One of the stop texts appeared; it is not part of the text. */
  STOP_TEXT,
  /** The cache holds as many tokens as its context allows. */
  CONTEXT_FULL,
  /** The caller asked to stop. */
  CANCELLED;

  /**
   * The word used in JSON.
   *
   * @return lower case with dashes
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
