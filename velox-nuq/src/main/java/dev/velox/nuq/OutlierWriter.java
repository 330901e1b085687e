package dev.velox.nuq;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Writes the outliers of one block and head as {@link ListedOutliers} lays them out.
 *
 * @param list where they go
 * @param at the first value
 * @param n entries of the list
 * @param tokens tokens of the block
 * @param masks the tokens of each channel that are outliers
 * @param rows floats {@code [tokens][channels]}
 * @param offset the first
 */
record OutlierWriter(
    MemorySegment list, long at, int n, int tokens, long[] masks, float[] rows, int offset) {

  /** In order of token. */
  void inOrder() {
    int e = 0;
    for (int t = 0; t < tokens; t++) {
      e = put(e, t, 0, masks.length);
    }
    free(e);
  }

  /** In rounds with a mask each, the masks from a byte on; then what is left. */
  void inRounds(int rounds, long masksAt) {
    int e = 0;
    for (int round = 0; round < rounds; round++) {
      long named = 0;
      for (int t = 0; t < tokens; t++) {
        int before = e;
        e = put(e, t, round, 1);
        named |= e > before ? 1L << t : 0;
      }
      list.set(Bits16.LONG, masksAt + (long) round * Long.BYTES, named);
    }
    for (int t = 0; t < tokens; t++) {
      e = put(e, t, rounds, masks.length);
    }
    free(e);
  }

  private void free(int from) {
    for (int e = from; e < n; e++) {
      list.set(ValueLayout.JAVA_BYTE, at + 2L * n + e, (byte) ListedOutliers.FREE);
    }
  }

  /** Stores at most so many outliers of a token, without the first {@code skipped}, from e on. */
  private int put(int e, int token, int skipped, int count) {
    int dim = masks.length;
    int place = Bits16.placeBytes(dim);
    int seen = 0;
    int next = e;
    for (int c = 0; c < dim && seen < skipped + count; c++) {
      if ((masks[c] >> token & 1) != 0 && seen++ >= skipped) {
        Bits16.set(list, at + 2L * next, rows[offset + token * dim + c]);
        list.set(ValueLayout.JAVA_BYTE, at + 2L * n + next, (byte) token);
        Bits16.setPlace(list, at + 3L * n + (long) place * next, place, c);
        next++;
      }
    }
    return next;
  }
}
