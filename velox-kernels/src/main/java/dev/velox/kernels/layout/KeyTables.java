package dev.velox.kernels.layout;

/**
 * Builds the byte tables of one query for {@link dev.velox.kernels.KeyTableKernels}: each product
 * of a query channel with one of its levels, as a whole number of steps above the channel's least
 * product. The loudest index sets the step for all, so channels should be of like size (rotated) or
 * the entries wide.
 */
final class KeyTables {
  /** Bytes of one table. */
  private static final int TABLE = 64;

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

  /** Bytes of the tables of one query. */
  static int bytes(int dim, int bits, boolean wide) {
    return rows(dim, bits) * lookups(bits) * TABLE * (wide ? 2 : 1);
  }

  /** The greatest entry: what a row's sum of two leaves room for. */
  static int limit(int bits, boolean wide) {
    return wide ? 127 * 128 + 127 : bits == 3 ? 127 : 255;
  }

  /**
   * Builds tables.
   *
   * @param q the query
   * @param qo its first channel
   * @param dim channels
   * @param bits width of a code: 4, 3 or 2
   * @param wide whether entries have 14 bits in two halves
   * @param levels levels, {@code 2^bits} a channel from {@code lo + channel * levelStride}
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
      byte[] tables,
      int to,
      float[] scale,
      int so) {
    int per = channels(bits);
    int indexes = rows(dim, bits) * lookups(bits);
    float widest = 0;
    double bias = 0;
    for (int i = 0; i < indexes; i++) {
      float range = 0;
      for (int c = i * per; c < Math.min(dim, (i + 1) * per); c++) {
        float low = extreme(q[qo + c], levels, lo + c * levelStride, 1 << bits, -1);
        range += extreme(q[qo + c], levels, lo + c * levelStride, 1 << bits, 1) - low;
        bias += low;
      }
      widest = Math.max(widest, range);
    }
    int limit = limit(bits, wide);
    float step = widest / limit;
    float inverse = widest == 0 ? 0 : limit / widest;
    scale[so] = step;
    scale[so + 1] = (float) bias;
    for (int i = 0; i < indexes; i++) {
      int table = to + place(i, bits, wide);
      fill(q, qo, dim, bits, wide, levels, lo, levelStride, i * per, inverse, tables, table);
    }
  }

  /** The least (sign -1) or greatest (sign 1) product of a channel. */
  private static float extreme(float q, float[] levels, int at, int count, int sign) {
    float most = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, sign * q * levels[at + i]);
    }
    return sign * most;
  }

  /** Where the table of an index begins; of wide tables, its upper half. */
  private static int place(int index, int bits, boolean wide) {
    int lookups = lookups(bits);
    int group = index / lookups;
    return (group * lookups * (wide ? 2 : 1) + index % lookups) * TABLE;
  }

  private static void fill(
      float[] q,
      int qo,
      int dim,
      int bits,
      boolean wide,
      float[] levels,
      int lo,
      int levelStride,
      int channel,
      float inverse,
      byte[] tables,
      int to) {
    int count = 1 << bits;
    int entries = channels(bits) == 1 ? count : count * count;
    int lower = lookups(bits) * TABLE;
    for (int e = 0; e < entries; e++) {
      float above = above(q, qo, dim, levels, lo, levelStride, channel, e & (count - 1), count);
      if (entries > count) {
        above += above(q, qo, dim, levels, lo, levelStride, channel + 1, e >> bits, count);
      }
      int entry = Math.round(above * inverse);
      entry = Math.min(entry, limit(bits, wide));
      for (int copy = e; copy < TABLE; copy += entries) {
        tables[to + copy] = (byte) (wide ? entry >> 7 : entry);
        if (wide) {
          tables[to + lower + copy] = (byte) (entry & 127);
        }
      }
    }
  }

  /** A product above the least of its channel; 0 for channels that are padding. */
  private static float above(
      float[] q,
      int qo,
      int dim,
      float[] levels,
      int lo,
      int levelStride,
      int channel,
      int code,
      int count) {
    if (channel >= dim) {
      return 0;
    }
    int at = lo + channel * levelStride;
    return q[qo + channel] * levels[at + code] - extreme(q[qo + channel], levels, at, count, -1);
  }
}
