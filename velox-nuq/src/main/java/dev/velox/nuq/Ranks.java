package dev.velox.nuq;

import java.util.Arrays;

/** The largest numbers of a run by magnitude: exactly so many, the first ones among equals. */
final class Ranks {
  /** Exponent and three bits of a magnitude. */
  private static final int SHIFT = 20;

  /** Counters that {@link #magnitude} works with. */
  static final int BINS = 1 << (Float.SIZE - 1 - SHIFT);

  private Ranks() {}

  /**
   * The largest magnitude but so many: counted by exponent first, so that only its like are sorted.
   *
   * @param x the numbers
   * @param o the first
   * @param n how many
   * @param k how many are passed over, less than n
   * @param bins working memory, {@link #BINS}
   * @param held working memory, n
   */
  static float magnitude(float[] x, int o, int n, int k, int[] bins, float[] held) {
    Arrays.fill(bins, 0);
    for (int i = o; i < o + n; i++) {
      bins[bin(x[i])]++;
    }
    int bin = BINS - 1;
    int above = 0;
    while (above + bins[bin] <= k) {
      above += bins[bin--];
    }
    int found = 0;
    for (int i = o; i < o + n; i++) {
      if (bin(x[i]) == bin) {
        held[found++] = Math.abs(x[i]);
      }
    }
    Arrays.sort(held, 0, found);
    return held[found - 1 - (k - above)];
  }

  private static int bin(float x) {
    return (Float.floatToRawIntBits(x) & Integer.MAX_VALUE) >>> SHIFT;
  }

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
