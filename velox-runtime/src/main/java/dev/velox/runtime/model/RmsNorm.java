package dev.velox.runtime.model;

/**
 * Root-mean-square normalisation (Zhang and Sennrich 2019): {@code y = x / sqrt(mean(x^2) +
 * epsilon) * weight}.
 */
final class RmsNorm {
  private RmsNorm() {}

  /**
   * Normalises {@code rows} rows of {@code weight.length} channels; the mean square is summed in
   * double.
   */
  static void apply(
      float[] x, int xOffset, int rows, float[] weight, float epsilon, float[] y, int yOffset) {
    int n = weight.length;
    for (int r = 0; r < rows; r++) {
      int from = xOffset + r * n;
      int to = yOffset + r * n;
      double sum = 0;
      for (int i = 0; i < n; i++) {
        double value = x[from + i];
        sum += value * value;
      }
      float scale = (float) (1 / Math.sqrt(sum / n + epsilon));
      for (int i = 0; i < n; i++) {
        y[to + i] = x[from + i] * scale * weight[i];
      }
    }
  }
}
