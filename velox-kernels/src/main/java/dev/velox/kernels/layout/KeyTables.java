package dev.velox.kernels.layout;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.KeyTableKernels;
import java.lang.foreign.MemorySegment;

/**
 * Builds the byte tables of one query for {@link KeyTableKernels}: each product of a query channel
 * with one of its levels, as a whole number of steps above the channel's least product. The loudest
 * index sets the step for all, so channels should be of like size (rotated) or the entries wide.
 */
final class KeyTables {
  private static final KeyTableKernels FILL = Kernels.active().keyTables();

  /** Most triplets of rows of one call. */
  private static final int MAX_TRIPLETS = 64;

  /** How many times less variance is little. */
  private static final double LITTLE = 25;

  private KeyTables() {}

  /** Channels one look-up index holds. */
  static int channels(int bits) {
    return bits == 4 ? 1 : 2;
  }

  /** Look-ups a row or a triplet of rows takes. */
  private static int lookups(int bits) {
    return bits == 3 ? 4 : 2;
  }

  /** Rows of 64 bytes (4 and 2 bits), or triplets of them (3 bits). */
  static int rows(int dim, int bits) {
    int channels = channels(bits) * lookups(bits);
    return (dim + channels - 1) / channels;
  }

  /** Whether the sums of so many channels fit 16 bits. */
  static boolean fit(int dim, int bits) {
    return rows(dim, bits) <= (bits == 3 ? MAX_TRIPLETS : KeyTableKernels.MAX_ROWS);
  }

  /** Bytes of the tables of one query. */
  static int bytes(int dim, int bits, boolean wide) {
    return rows(dim, bits) * (bits == 3 ? 256 : 64) * (wide ? 2 : 1);
  }

  /** The greatest entry: what a row's sum of two leaves room for. */
  static int limit(int bits, boolean wide) {
    return wide ? 127 * 128 + 127 : bits == 3 ? 127 : 255;
  }

  /**
   * Whether entries of 8 bits serve: the errors of all look-ups together, at most half a step each,
   * must have less than a 25th of the variance of the codes' own. That is estimated from below, as
   * of numbers spread evenly over the narrowest gap between the levels of their channel; a channel
   * with as many numbers as levels has none.
   *
   * @param q the query
   * @param qo its first channel
   * @param dim channels
   * @param bits width of a code: 4, 3 or 2
   * @param levels ascending levels, {@code 2^bits} a channel
   * @param lo the first level of channel 0
   * @param levelStride floats from channel to channel
   */
  static boolean eightBitsServe(
      float[] q, int qo, int dim, int bits, float[] levels, int lo, int levelStride) {
    int per = channels(bits);
    float widest = 0;
    double codes = 0;
    float narrow = narrowest(bits, levels, lo);
    for (int c = 0; c < dim; c += per) {
      float range = 0;
      for (int i = c; i < Math.min(dim, c + per); i++) {
        int first = lo + i * levelStride;
        float x = Math.abs(q[qo + i]);
        float gap = x * (levelStride == 0 ? narrow : narrowest(bits, levels, first));
        codes += (double) gap * gap;
        range += x * (levels[first + (1 << bits) - 1] - levels[first]);
      }
      widest = Math.max(widest, range);
    }
    double step = widest / limit(bits, false);
    int lookups = (dim + per - 1) / per;
    return step * step * lookups * LITTLE < codes;
  }

  private static float narrowest(int bits, float[] levels, int first) {
    float gap = Float.POSITIVE_INFINITY;
    for (int i = first + 1; i < first + (1 << bits); i++) {
      gap = Math.min(gap, levels[i] - levels[i - 1]);
    }
    return gap;
  }

  /**
   * Builds tables.
   *
   * @param q the query
   * @param qo its first channel
   * @param dim channels
   * @param bits width of a code: 4, 3 or 2
   * @param wide whether entries have 14 bits in two halves
   * @param levels ascending levels, {@code 2^bits} a channel from {@code lo + channel *
   *     levelStride}; 16 floats can be read from each channel's first
   * @param lo the first level of channel 0
   * @param levelStride 0 for one codebook for all channels
   * @param tables receives the tables
   * @param to first byte
   * @param scale receives the step, then the bias
   * @param so its first float
   */
  static void build(
      float[] q,
      int qo,
      int dim,
      int bits,
      boolean wide,
      float[] levels,
      int lo,
      int levelStride,
      MemorySegment tables,
      long to,
      float[] scale,
      int so) {
    int per = channels(bits);
    int indexes = rows(dim, bits) * lookups(bits);
    float widest = 0;
    double bias = 0;
    for (int i = 0; i < indexes; i++) {
      float range = 0;
      for (int c = i * per; c < Math.min(dim, (i + 1) * per); c++) {
        float x = q[qo + c];
        float first = x * levels[lo + c * levelStride];
        float last = x * levels[lo + c * levelStride + (1 << bits) - 1];
        range += Math.abs(last - first);
        bias += Math.min(first, last);
      }
      widest = Math.max(widest, range);
    }
    int limit = limit(bits, wide);
    scale[so] = widest / limit;
    scale[so + 1] = (float) bias;
    float inverse = widest == 0 ? 0 : limit / widest;
    FILL.fill(bits, wide, q, qo, dim, indexes, levels, lo, levelStride, inverse, limit, tables, to);
  }
}
