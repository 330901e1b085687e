package dev.velox.api;

/** Which half of attention a row belongs to. */
public enum Role {
  /** Keys: rotated by position, read by {@code score}. */
  KEYS("keys"),
  /** Values: read by {@code accumulate}. */
  VALUES("values");

  private final String label;

  Role(String label) {
    this.label = label;
  }

  /**
   * The word used in specs and messages.
   *
   * @return {@code keys} or {@code values}
   */
  public String label() {
    return label;
  }
}
