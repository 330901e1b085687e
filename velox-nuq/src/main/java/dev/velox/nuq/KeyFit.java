package dev.velox.nuq;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fits the table of a head: the levels of every channel, and thresholds where the rule has them.
 *
 * <p>A channel of 128 rows has too few samples for 16 levels of its own. As in the paper, all
 * channels of a head share a datatype, fitted on their standardised samples; each level of a
 * channel is the mean of its samples and of {@code shrinkage} more at the shared place. With
 * thousands of rows the channel's own samples decide.
 *
 * <p>A channel that never changed would leave all its levels in one place for good. Its spare
 * levels spread by the head's usual deviation around it instead, so that it may wake up later.
 */
final class KeyFit {
  private static final RowKernels ROWS = Kernels.active().rows();

  /** Samples of the shared datatype; more change nothing. */
  private static final int MOST_POOLED = 1 << 14;

  private final KeyLayout layout;
  private final int dim;
  private final int levels;

  KeyFit(KeyLayout layout) {
    this.layout = layout;
    this.dim = layout.headDim();
    this.levels = layout.levels();
  }

  /**
   * Fits and stores one head's table.
   *
   * @param rows floats {@code [available][headDim]}, clamped
   * @param offset the first
   * @param count rows to fit on
   * @param available rows there are
   * @param weights one a row, or null
   * @param table where the tables of all heads lie
   * @param kvHead which head
   * @param notes receives the notes of {@link ThresholdKeys}, from 0 on
   */
  void fit(
      float[] rows,
      int offset,
      int count,
      int available,
      float @Nullable [] weights,
      MemorySegment table,
      int kvHead,
      float[] notes) {
    KeySettings s = layout.settings();
    DenseColumns columns = new DenseColumns(rows, offset, count, dim, weights);
    switch (s.rule()) {
      case RANK -> columns.withoutRanked(s.fraction(), available);
      case WORST -> columns.withoutLargest(s.fraction(), new float[2 * dim]);
      case THRESHOLD -> {
        float[] found = s.threshold() ? notes : new float[2 * dim];
        columns.withoutLargest(s.fraction(), found);
        if (s.threshold()) {
          notes[2 * dim] = count;
          ROWS.storeF16(notes, 0, table, layout.thresholdsAt(kvHead), dim);
        }
      }
    }
    float[] fitted = new float[dim * levels];
    levels(columns, count, fitted);
    ROWS.storeF16(fitted, 0, table, layout.tableAt(kvHead), dim * levels);
  }

  private void levels(DenseColumns columns, int count, float[] out) {
    Moments moments = Moments.of(columns, count, dim);
    double[] shared = layout.settings().shrinkage() == 0 ? null : shared(columns, count, moments);
    double usual = moments.usualDeviation();
    LevelFit fit = new LevelFit(levels, count);
    double[] places = new double[levels];
    for (int c = 0; c < dim; c++) {
      if (moments.constant(c)) {
        spread(moments.mean(c), usual, out, c * levels);
        continue;
      }
      fit.take(columns.x, c * count, columns.held[c], columns.weights);
      if (shared != null) {
        for (int j = 0; j < levels; j++) {
          places[j] = moments.mean(c) + moments.deviation(c) * shared[j] - fit.origin();
        }
        fit.withPrior(places, layout.settings().shrinkage());
      }
      fit.fit(layout.settings().sweeps());
      for (int j = 0; j < levels; j++) {
        out[c * levels + j] = (float) fit.level(j);
      }
    }
  }

  /** Levels of the standardised samples of all channels; null where none varies. */
  private double @Nullable [] shared(DenseColumns columns, int count, Moments moments) {
    long all = 0;
    for (int c = 0; c < dim; c++) {
      all += moments.constant(c) ? 0 : columns.held[c];
    }
    if (all == 0) {
      return null;
    }
    int stride = (int) ((all + MOST_POOLED - 1) / MOST_POOLED);
    float[] pool = new float[(int) (all / stride) + dim];
    float[] weights = columns.weights == null ? null : new float[pool.length];
    int n = 0;
    for (int c = 0; c < dim; c++) {
      for (int i = 0; i < columns.held[c] && !moments.constant(c); i += stride) {
        int at = c * count + i;
        if (weights != null && columns.weights != null) {
          weights[n] = columns.weights[at];
        }
        pool[n++] = (float) ((columns.x[at] - moments.mean(c)) / moments.deviation(c));
      }
    }
    LevelFit fit = new LevelFit(levels, n);
    fit.take(pool, 0, n, weights);
    fit.fit(0);
    double[] shared = new double[levels];
    Arrays.setAll(shared, fit::level);
    return shared;
  }

  /** One level at the constant, the others two deviations to each side; too few levels stay. */
  private void spread(double constant, double deviation, float[] out, int at) {
    double step = levels < 4 ? 0 : 4 * deviation / levels;
    for (int j = 0; j < levels; j++) {
      out[at + j] = (float) (constant + step * (j - levels / 2));
    }
  }
}
