package dev.velox.tck;

/** Where codes must end: the cache's rule, written a second time. */
final class Frontier {
  private static final int BLOCK = 64;

  private final int sinks;
  private final int window;
  private final int fitRows;
  private int length;
  private int coded;
  private boolean frozen;

  /**
   * An empty sequence.
   *
   * @param fitRows rows the first hand-over brings, 0 for none
   */
  Frontier(int sinks, int window, int fitRows) {
    this.sinks = sinks;
    this.window = window;
    this.fitRows = (fitRows + BLOCK - 1) / BLOCK * BLOCK;
    this.frozen = fitRows == 0;
  }

  private Frontier(Frontier other) {
    this(other.sinks, other.window, other.fitRows);
    this.length = other.length;
    this.coded = other.coded;
    this.frozen = other.frozen;
  }

  Frontier copy() {
    return new Frontier(this);
  }

  /** A row arrives: rows beyond the window that already fill a block are sealed first. */
  void append(int rows) {
    for (int i = 0; i < rows; i++) {
      int waiting = length - Math.min(sinks, length) - coded - window;
      int block = frozen ? BLOCK : fitRows;
      if (waiting >= block) {
        coded += block;
        frozen = true;
      }
      length++;
    }
  }

  void trim(int rows) {
    length = rows;
    coded = Math.min(coded, Math.max(0, rows - sinks));
    if (rows == 0) {
      frozen = fitRows == 0;
    }
  }

  /** Rows that come before the first block: sinks, window and fit rows. */
  int exactRows() {
    return sinks + window + fitRows;
  }

  int sinks() {
    return sinks;
  }

  int length() {
    return length;
  }

  int coded() {
    return coded;
  }

  int position() {
    return Math.min(sinks, length) + coded;
  }
}
