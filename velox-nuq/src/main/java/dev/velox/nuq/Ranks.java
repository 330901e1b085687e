package dev.velox.nuq;

import java.util.Arrays;

/** The largest numbers of a run by magnitude: exactly so many, the first ones among equals. */
final class Ranks {
  private Ranks() {}

  /**
   * How many numbers of a run are outliers.
   *
   * @param n numbers in the run
   * @param fraction share asked for
   * @return 0 for no share or a single number, else at least 1 and at most n - 1
   */
  static int count(int n, double fraction) {
    return fraction == 0 || n < 2 ? 0 : Math.clamp((long) Math.rint(n * fraction), 1, n - 1);
  }

  /**
   * The largest of at most 64 numbers.
   *
   * @param x the numbers
   * @param o the first
   * @param n how many, at most 64
   * @param k how many are wanted, at most n
   * @return bit i set for number i
   */
  static long mask(float[] x, int o, int n, int k) {
    long mask = 0;
    for (int i = 0; i < k; i++) {
      int largest = -1;
      float most = -1;
      for (int t = 0; t < n; t++) {
        float size = Math.abs(x[o + t]);
        if (size > most && (mask >> t & 1) == 0) {
          most = size;
          largest = t;
        }
      }
      mask |= 1L << largest;
    }
    return mask;
  }

  /**
   * Where the largest numbers of a run of any length stand.
   *
   * @param x the numbers
   * @param o the first
   * @param n how many
   * @param k how many are wanted, less than n
   * @param places receives the k places, ascending
   */
  static void places(float[] x, int o, int n, int k, int[] places) {
    int held = 0;
    for (int t = 0; t < n; t++) {
      int at = held;
      while (at > 0 && Math.abs(x[o + places[at - 1]]) < Math.abs(x[o + t])) {
        at--;
      }
      if (at < k) {
        int moved = Math.min(held, k - 1) - at;
        System.arraycopy(places, at, places, at + 1, moved);
        places[at] = t;
        held = Math.min(held + 1, k);
      }
    }
    Arrays.sort(places, 0, k);
  }
}
