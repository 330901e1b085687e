package dev.velox.api;

import java.util.Locale;

/** What a resident byte is for; every byte of a cache has exactly one role. */
public enum ByteRole {
  /** Packed key codes. */
  KEY_CODES,
  /** Packed value codes. */
  VALUE_CODES,
  /** Scales, zero points and norms stored beside the codes. */
  PARAMETERS,
  /** Numbers kept apart because they fit no level, with their positions. */
  OUTLIERS,
  /** Frozen tables: level tables, permutations, rotations, channel means. */
  TABLES,
  /** Rows kept exact: sinks, window and open block. */
  EXACT,
  /** Working memory of readers and of the writer. */
  SCRATCH;

  /**
   * The word used in tables and JSON.
   *
   * @return lower case with dashes
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
