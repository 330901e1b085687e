package dev.velox.nuq;

/** The fit alone, channel by channel, as the recipe of the field's reference runs it. */
final class Columns {
  private Columns() {}

  /**
   * Codes each column of a matrix by levels fitted on it, its largest numbers kept.
   *
   * @param sweeps as the option {@code lloyd-iters}
   */
  static float[] nuq(float[] x, int rows, int dim, int bits, double fraction, int sweeps) {
    String spec =
        "kvquant:outliers=threshold,fit-tokens=0,shrinkage=0,bits="
            + bits
            + ",outlier-fraction="
            + fraction
            + ",lloyd-iters="
            + sweeps;
    return Opened.one(spec, dev.velox.api.Role.KEYS, dim).through(x);
  }

  /** Min/max over the whole column, the largest numbers of each kept if a fraction is given. */
  static float[] uniform(float[] x, int rows, int dim, int bits, double fraction) {
    float[] y = new float[x.length];
    float[] column = new float[rows];
    for (int c = 0; c < dim; c++) {
      for (int t = 0; t < rows; t++) {
        column[t] = x[t * dim + c];
      }
      int k = Ranks.count(rows, fraction);
      int[] places = new int[k];
      Ranks.places(column, 0, rows, k, places);
      boolean[] outlier = new boolean[rows];
      for (int p : places) {
        outlier[p] = true;
      }
      float least = Float.POSITIVE_INFINITY;
      float most = Float.NEGATIVE_INFINITY;
      for (int t = 0; t < rows; t++) {
        least = outlier[t] ? least : Math.min(least, column[t]);
        most = outlier[t] ? most : Math.max(most, column[t]);
      }
      float step = (most - least) / ((1 << bits) - 1);
      for (int t = 0; t < rows; t++) {
        float code = (float) Math.rint((column[t] - least) / step);
        y[t * dim + c] = outlier[t] ? column[t] : least + step * code;
      }
    }
    return y;
  }
}
