package dev.velox.cache;

import dev.velox.api.spi.KvTrack;

/**
 * Where codes end, as a pure function of length while a sequence grows. The newest row is always
 * exact: when a row arrives and the exact rows beyond the window already fill a block, that block
 * is sealed first.
 *
 * @param sinks leading rows kept exact
 * @param window newest rows kept exact
 * @param fitRows rows of the first sealing, whole blocks; 0 if one block will do
 */
record Frontier(int sinks, int window, int fitRows) {

  /** Rows the next sealing takes. */
  int step(boolean fitted) {
    return fitted || fitRows == 0 ? KvTrack.BLOCK : fitRows;
  }

  /** Coded rows of a sequence that grew to a length without a trim. */
  int coded(int length) {
    long ready = (long) length - 1 - sinks - window;
    if (ready < step(false)) {
      return 0;
    }
    int first = step(false);
    return first + (int) ((ready - first) / KvTrack.BLOCK) * KvTrack.BLOCK;
  }

  /**
   * All rows, in whole blocks, that would be ready at a length: the first sealing of a method that
   * takes them all.
   */
  int allReady(int length) {
    long ready = (long) length - 1 - sinks - window;
    return ready < Math.max(fitRows, KvTrack.BLOCK)
        ? Integer.MAX_VALUE
        : (int) (ready / KvTrack.BLOCK) * KvTrack.BLOCK;
  }
}
