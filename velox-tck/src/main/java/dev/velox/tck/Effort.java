package dev.velox.tck;

/**
 * How much a run tries.
 *
 * @param histories random histories a law and subject
 * @param steps random steps a history, after the rows that fill its first blocks
 */
record Effort(int histories, int steps) {

  /** Few by default; many under {@code -Dvelox.deep=true}. */
  static Effort fromProperties() {
    return Boolean.getBoolean("velox.deep") ? new Effort(200, 40) : new Effort(3, 12);
  }
}
