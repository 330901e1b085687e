package dev.velox.api;

/** The stored type of rows that are kept exact: sinks, window and open block. */
public enum ExactType {
  /** binary16; values beyond +-65504 are clamped and counted. */
  F16("f16", 2),
  /** binary32. */
  F32("f32", 4);

  private final String label;
  private final int bytes;

  ExactType(String label, int bytes) {
    this.label = label;
    this.bytes = bytes;
  }

  /**
   * The word used in specs.
   *
   * @return {@code f16} or {@code f32}
   */
  public String label() {
    return label;
  }

  /**
   * Bytes a number.
   *
   * @return 2 or 4
   */
  public int bytes() {
    return bytes;
  }
}
