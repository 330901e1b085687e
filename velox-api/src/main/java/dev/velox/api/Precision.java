package dev.velox.api;

import java.util.Locale;

/**
 * How exactly attention arithmetic follows the stored codes; a property of a cache, never of a
 * method.
 */
public enum Precision {
  /** fp32 tables and sums: within 1e-4 of max|V| of fp64 attention on the decoded rows. */
  EXACT,
  /** Integer tables whose error is small beside that of the codes. */
  BALANCED,
  /** The narrowest integer tables, at the speed of memory. */
  FAST;

  /**
   * The word used in specs.
   *
   * @return {@code exact}, {@code balanced} or {@code fast}
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
