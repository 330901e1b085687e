package dev.velox.nuq;

import dev.velox.api.spi.KvTrack;
import org.jspecify.annotations.Nullable;

/** The fit rows of a head, channel after channel, without their outliers. */
final class DenseColumns {
  private static final int BLOCK = KvTrack.BLOCK;

  /** Channels gathered at a time, a cache line of each row. */
  private static final int TILE = 16;

  private final int dim;
  private final int count;
  private final float[] rows;
  private final int offset;

  /** Numbers of channel c from {@code c * count} on. */
  final float[] x;

  /** A weight for each of them, or null. */
  final float @Nullable [] weights;

  /** How many of each channel. */
  final int[] held;

  private final float @Nullable [] rowWeights;

  /**
   * Columns still to be filled.
   *
   * @param rows floats {@code [count][dim]}, and more rows after them
   * @param offset the first
   * @param count fit rows
   * @param dim channels
   * @param given a weight a row from the first on, or null
   */
  DenseColumns(float[] rows, int offset, int count, int dim, float @Nullable [] given) {
    this.rows = rows;
    this.offset = offset;
    this.count = count;
    this.dim = dim;
    this.x = new float[count * dim];
    this.held = new int[dim];
    this.rowWeights = given == null ? null : meanOne(given, count);
    this.weights = given == null ? null : new float[count * dim];
  }

  /** Weights whose mean is 1, so that a row counts as one sample on average. */
  private static float @Nullable [] meanOne(float[] given, int count) {
    double sum = 0;
    for (int t = 0; t < count; t++) {
      sum += given[t];
    }
    if (!(sum > 0)) {
      return null;
    }
    float[] scaled = new float[count];
    for (int t = 0; t < count; t++) {
      scaled[t] = (float) (given[t] / sum * count);
    }
    return scaled;
  }

  /** Channel of a block or of all rows, gathered a tile at a time. */
  private void gather(int first, int n, int channel, int channels, float[] tile) {
    for (int t = 0; t < n; t++) {
      int row = offset + (first + t) * dim + channel;
      for (int i = 0; i < channels; i++) {
        tile[i * n + t] = rows[row + i];
      }
    }
  }

  private void keep(int channel, float value, int row) {
    int at = channel * count + held[channel]++;
    x[at] = value;
    if (weights != null) {
      weights[at] = rowWeights == null ? 1 : rowWeights[row];
    }
  }

  /**
   * Leaves out the largest of each block.
   *
   * @param available rows there are, fit rows and those after them: a block is ranked whole
   */
  void withoutRanked(double fraction, int available) {
    float[] tile = new float[TILE * BLOCK];
    for (int first = 0; first < count; first += BLOCK) {
      int n = Math.min(BLOCK, available - first);
      int k = Ranks.count(n, fraction);
      int fit = Math.min(n, count - first);
      for (int c = 0; c < dim; c += TILE) {
        int channels = Math.min(TILE, dim - c);
        gather(first, n, c, channels, tile);
        for (int i = 0; i < channels; i++) {
          long mask = Ranks.mask(tile, i * n, n, k);
          for (int t = 0; t < fit; t++) {
            if ((mask >> t & 1) == 0) {
              keep(c + i, tile[i * n + t], first + t);
            }
          }
        }
      }
    }
  }

  /**
   * Leaves out the largest of each channel, and tells where they end.
   *
   * @param notes receives for each channel the largest magnitude that is no outlier, then for each
   *     channel how many of that magnitude are outliers all the same, the first ones
   */
  void withoutLargest(double fraction, float[] notes) {
    int k = Ranks.count(count, fraction);
    float[] tile = new float[TILE * count];
    float[] sizes = new float[count];
    int[] bins = new int[Ranks.BINS];
    for (int c = 0; c < dim; c += TILE) {
      int channels = Math.min(TILE, dim - c);
      gather(0, count, c, channels, tile);
      for (int i = 0; i < channels; i++) {
        float threshold = Ranks.magnitude(tile, i * count, count, k, bins, sizes);
        int ties = k;
        for (int t = 0; t < count; t++) {
          ties -= Math.abs(tile[i * count + t]) > threshold ? 1 : 0;
        }
        notes[c + i] = threshold;
        notes[dim + c + i] = ties;
        for (int t = 0; t < count; t++) {
          float size = Math.abs(tile[i * count + t]);
          boolean tied = size == threshold && ties > 0;
          ties -= tied ? 1 : 0;
          if (size <= threshold && !tied) {
            keep(c + i, tile[i * count + t], t);
          }
        }
      }
    }
  }
}
