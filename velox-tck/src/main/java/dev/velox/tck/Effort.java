package dev.velox.tck;

/**
 * How much a run tries.
 *
 * @param histories random histories a law and subject
 * @param steps random steps a history, after the rows that fill its first blocks
 * @param sequences random short sequences of calls a subject; a method has three subjects
 * @param calls how often a call may be repeated until it allocates nothing
 */
record Effort(int histories, int steps, int sequences, int calls) {

  static boolean deep() {
    return Boolean.getBoolean("velox.deep");
  }

  /**
   * Few by default; many under {@code -Dvelox.deep=true}. {@code -Dvelox.sequences=N} and {@code
   * -Dvelox.calls=N} say something else.
   */
  static Effort fromProperties() {
    boolean deep = deep();
    int sequences = Integer.getInteger("velox.sequences", deep ? 350_000 : 670);
    int calls = Integer.getInteger("velox.calls", 160_000);
    return new Effort(deep ? 200 : 3, deep ? 40 : 12, sequences, calls);
  }
}
