package dev.velox.nuq;

/** The numbers of one token without its outliers, and where those stand. */
final class DenseRow {
  private final int dim;
  private final int k;
  private final int[] places;
  private final float[] outliers;

  /** The other numbers, in order of channel. */
  final float[] x;

  DenseRow(int dim, int k) {
    this.dim = dim;
    this.k = k;
    this.places = new int[k];
    this.outliers = new float[k];
    this.x = new float[dim - k];
  }

  /** Numbers that are no outliers. */
  int count() {
    return dim - k;
  }

  /** Takes a row apart. */
  void take(float[] rows, int offset) {
    Ranks.places(rows, offset, dim, k, places);
    int next = 0;
    int n = 0;
    for (int c = 0; c < dim; c++) {
      if (next < k && places[next] == c) {
        outliers[next++] = rows[offset + c];
      } else {
        x[n++] = rows[offset + c];
      }
    }
  }

  /** The channel of an outlier; they ascend. */
  int place(int index) {
    return places[index];
  }

  float outlier(int index) {
    return outliers[index];
  }

  /** Spreads codes of the dense numbers over all channels; outliers get what their channel had. */
  void spread(byte[] dense, byte[] codes, int co) {
    int next = 0;
    int n = 0;
    for (int c = 0; c < dim; c++) {
      if (next < k && places[next] == c) {
        next++;
      } else {
        codes[co + c] = dense[n++];
      }
    }
  }
}
