package dev.velox.nuq;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Samples in order with the sums of their prefixes, counted from their median. */
final class SortedSamples {
  private final float[] x;
  private final double[] sums;
  private final double[] weights;
  private boolean weighted;
  private int n;
  private double origin;
  private double squares;

  SortedSamples(int most) {
    x = new float[most];
    sums = new double[most + 1];
    weights = new double[most + 1];
  }

  /** Takes samples; parameters as for {@link LevelFit#take}. */
  void take(float[] from, int o, int count, float @Nullable [] given) {
    n = count;
    float[] w = given != null && anyPositive(given, o, n) ? given : null;
    weighted = w != null;
    if (w == null) {
      Arrays.sort(from, o, o + n);
    } else {
      sortBoth(from, w, o, n);
    }
    System.arraycopy(from, o, x, 0, n);
    origin = x[n / 2];
    double sum = 0;
    double weight = 0;
    squares = 0;
    for (int i = 0; i < n; i++) {
      double w1 = w == null ? 1 : w[o + i];
      double d = x[i] - origin;
      sum += w1 * d;
      weight += w1;
      squares += w1 * d * d;
      sums[i + 1] = sum;
      weights[i + 1] = weight;
    }
  }

  private static boolean anyPositive(float[] w, int o, int n) {
    boolean any = false;
    for (int i = o; i < o + n; i++) {
      any |= w[i] > 0;
    }
    return any;
  }

  /** Sorts keys of 32 ordered bits and the place each sample came from. */
  private static void sortBoth(float[] from, float[] w, int o, int n) {
    long[] keys = new long[n];
    for (int i = 0; i < n; i++) {
      int bits = Float.floatToRawIntBits(from[o + i]);
      int ordered = bits ^ (bits >> 31 & Integer.MAX_VALUE);
      keys[i] = (long) ordered << Integer.SIZE | i;
    }
    Arrays.sort(keys);
    float[] oldX = Arrays.copyOfRange(from, o, o + n);
    float[] oldW = Arrays.copyOfRange(w, o, o + n);
    for (int i = 0; i < n; i++) {
      int place = (int) keys[i];
      from[o + i] = oldX[place];
      w[o + i] = oldW[place];
    }
  }

  int count() {
    return n;
  }

  double origin() {
    return origin;
  }

  /** A sample, counted from the origin. */
  double at(int index) {
    return x[index] - origin;
  }

  /** The sum of samples {@code [from, to)} times their weights, counted from the origin. */
  double sum(int from, int to) {
    return sums[to] - sums[from];
  }

  /** The weight of samples {@code [from, to)}. */
  double weight(int from, int to) {
    return weighted ? weights[to] - weights[from] : to - from;
  }

  /** The weighted sum of squares of all samples, counted from the origin. */
  double squares() {
    return squares;
  }

  /** How many samples are at or below a bound, sought from where the last one ended. */
  int end(double bound, int hint) {
    double limit = origin + bound;
    int low = hint;
    int high = hint;
    for (int step = 1; low > 0 && x[low - 1] > limit; step <<= 1) {
      high = low - 1;
      low = Math.max(0, low - step);
    }
    for (int step = 1; high < n && x[high] <= limit; step <<= 1) {
      low = high + 1;
      high = Math.min(n, high + step);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (x[middle] <= limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The samples themselves as levels, where no more differ than there are levels; spare levels
   * repeat the last.
   *
   * @return whether that was so
   */
  boolean distinct(double[] levels) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      if (i == 0 || x[i] != x[i - 1]) {
        if (found == levels.length) {
          return false;
        }
        levels[found++] = x[i] - origin;
      }
    }
    Arrays.fill(levels, found, levels.length, levels[found - 1]);
    return true;
  }
}
