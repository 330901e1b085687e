package dev.velox.tck;

/**
 * How much a run tries.
 *
 * @param histories random histories a law and subject
 * @param steps random steps a history, after the rows that fill its first blocks
 * @param sequences random short sequences of calls a subject; a method has three subjects
 */
record Effort(int histories, int steps, int sequences) {

  /**
   * Few by default; many under {@code -Dvelox.deep=true}; {@code -Dvelox.sequences=N} says how many
   * sequences instead.
   */
  static Effort fromProperties() {
    Effort usual =
        Boolean.getBoolean("velox.deep") ? new Effort(200, 40, 350_000) : new Effort(3, 12, 670);
    int sequences = Integer.getInteger("velox.sequences", usual.sequences);
    return new Effort(usual.histories, usual.steps, sequences);
  }
}
