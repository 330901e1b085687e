package dev.velox.nuq;

import org.jspecify.annotations.Nullable;

/** Fits the shared datatype of a head's values: on rows brought to [-1, 1], without outliers. */
final class SharedFit {
  /** Samples of a fit; more change nothing. */
  private static final int MOST_SAMPLES = 1 << 16;

  private SharedFit() {}

  /**
   * The levels of a datatype.
   *
   * @param layout shape and options
   * @param rows floats {@code [count][headDim]}, clamped
   * @param offset the first
   * @param count fit rows
   * @param weights one a row from 0 on, or null
   * @return levels, not yet rounded, within [-1, 1]
   */
  static float[] levels(
      ValueLayout layout, float[] rows, int offset, int count, float @Nullable [] weights) {
    int dim = layout.headDim();
    int levels = layout.levels();
    DenseRow row = new DenseRow(dim, layout.outliers().k());
    TokenGrid grid = new TokenGrid(1, new float[2], row.count());
    int stride = (int) (((long) count * row.count() + MOST_SAMPLES - 1) / MOST_SAMPLES);
    float[] pool = new float[(count + stride - 1) / stride * row.count()];
    float[] w = weights == null ? null : new float[pool.length];
    int n = 0;
    for (int t = 0; t < count; t += stride) {
      row.take(rows, offset + t * dim);
      grid.range(row.x, row.count());
      for (int i = 0; i < row.count() && grid.scale() > 0; i++) {
        if (w != null && weights != null) {
          w[n] = weights[t];
        }
        pool[n++] = Math.clamp((row.x[i] - grid.offset()) / grid.scale(), -1f, 1f);
      }
    }
    float[] fitted = new float[levels];
    if (n == 0) {
      for (int j = 0; j < levels; j++) {
        fitted[j] = (2 * j + 1f) / levels - 1;
      }
      return fitted;
    }
    LevelFit fit = new LevelFit(levels, n);
    fit.take(pool, 0, n, w);
    fit.fit(layout.settings().sweeps());
    for (int j = 0; j < levels; j++) {
      fitted[j] = (float) fit.level(j);
    }
    return fitted;
  }
}
