package dev.velox.runtime.bench;

import java.util.Locale;

/** What one arm of a benchmark does, and what its time is divided by. */
public enum ArmKind {
  /** Whole decode attention of a cache: ns a token and query head. */
  ATTENTION(true),
  /** Scores alone, on a key track: ns a token and query head. */
  KEYS(true),
  /** Weighted sums alone, on a value track: ns a token and query head. */
  VALUES(true),
  /** Encoding of keys in whole blocks, tables fitted before: ns a token and kv head. */
  ENCODE_KEYS(false),
  /** Encoding of values in whole blocks, tables fitted before: ns a token and kv head. */
  ENCODE_VALUES(false),
  /** The first append of 4,096 keys, which fits tables: ns a channel and kv head. */
  FIT(false),
  /** One token at a time into a layer of 8 kv heads, sealing included: ns a token. */
  APPEND(false);

  private final boolean reads;

  ArmKind(boolean reads) {
    this.reads = reads;
  }

  /**
   * Whether it reads packed bytes, so that its speed can be held against the memory's.
   *
   * @return true for attention and its two passes
   */
  public boolean reads() {
    return reads;
  }

  /**
   * The word used in tables and JSON.
   *
   * @return lower case with dashes
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
