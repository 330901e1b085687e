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
    int[] starts = starts();
    int[] channels = channels(starts);
    int e = 0;
    for (int t = 0; t < tokens; t++) {
      for (int i = starts[t]; i < starts[t + 1]; i++) {
        put(e++, t, channels[i]);
      }
    }
    free(e);
  }

  /** In rounds with a mask each, the masks from a byte on; then what is left. */
  void inRounds(int rounds, long masksAt) {
    int[] starts = starts();
    int[] channels = channels(starts);
    int e = 0;
    for (int round = 0; round < rounds; round++) {
      long named = 0;
      for (int t = 0; t < tokens; t++) {
        if (starts[t] + round < starts[t + 1]) {
          put(e++, t, channels[starts[t] + round]);
          named |= 1L << t;
        }
      }
      list.set(Bits16.LONG, masksAt + (long) round * Long.BYTES, named);
    }
    for (int t = 0; t < tokens; t++) {
      for (int i = starts[t] + rounds; i < starts[t + 1]; i++) {
        put(e++, t, channels[i]);
      }
    }
    free(e);
  }

  /** Where the outliers of each token begin among all, and where the last end. */
  private int[] starts() {
    int[] starts = new int[tokens + 1];
    for (long mask : masks) {
      for (long rest = mask; rest != 0; rest &= rest - 1) {
        starts[Long.numberOfTrailingZeros(rest) + 1]++;
      }
    }
    for (int t = 0; t < tokens; t++) {
      starts[t + 1] += starts[t];
    }
    return starts;
  }

  /** Their channels, token by token, ascending. */
  private int[] channels(int[] starts) {
    int[] channels = new int[starts[tokens]];
    int[] next = starts.clone();
    for (int c = 0; c < masks.length; c++) {
      for (long rest = masks[c]; rest != 0; rest &= rest - 1) {
        channels[next[Long.numberOfTrailingZeros(rest)]++] = c;
      }
    }
    return channels;
  }

  private void free(int from) {
    for (int e = from; e < n; e++) {
      list.set(ValueLayout.JAVA_BYTE, at + 2L * n + e, (byte) ListedOutliers.FREE);
    }
  }

  private void put(int e, int token, int channel) {
    int place = Bits16.placeBytes(masks.length);
    Bits16.set(list, at + 2L * e, rows[offset + token * masks.length + channel]);
    list.set(ValueLayout.JAVA_BYTE, at + 2L * n + e, (byte) token);
    Bits16.setPlace(list, at + 3L * n + (long) place * e, place, channel);
  }
}
