package dev.velox.nuq;

/** Mean and standard deviation of every channel. */
final class Moments {
  private final double[] mean;
  private final double[] deviation;
  private final boolean[] constant;

  private Moments(int dim) {
    mean = new double[dim];
    deviation = new double[dim];
    constant = new boolean[dim];
  }

  static Moments of(DenseColumns columns, int count, int dim) {
    Moments m = new Moments(dim);
    for (int c = 0; c < dim; c++) {
      m.take(columns, c, c * count, c * count + columns.held[c]);
    }
    return m;
  }

  private void take(DenseColumns columns, int channel, int from, int to) {
    float[] w = columns.weights;
    double weight = 0;
    double sum = 0;
    boolean same = true;
    for (int i = from; i < to; i++) {
      double w1 = w == null ? 1 : w[i];
      weight += w1;
      sum += w1 * columns.x[i];
      same &= columns.x[i] == columns.x[from];
    }
    mean[channel] = weight > 0 ? sum / weight : columns.x[from];
    double squares = 0;
    for (int i = from; i < to; i++) {
      double off = columns.x[i] - mean[channel];
      squares += (w == null ? 1 : w[i]) * off * off;
    }
    deviation[channel] = weight > 0 ? Math.sqrt(squares / weight) : 0;
    constant[channel] = same || deviation[channel] == 0;
  }

  double mean(int channel) {
    return mean[channel];
  }

  double deviation(int channel) {
    return deviation[channel];
  }

  /** Whether all samples of a channel are one number. */
  boolean constant(int channel) {
    return constant[channel];
  }

  /** The root mean square deviation of the channels that vary; 1 where none does. */
  double usualDeviation() {
    double sum = 0;
    int n = 0;
    for (int c = 0; c < mean.length; c++) {
      if (!constant[c]) {
        sum += deviation[c] * deviation[c];
        n++;
      }
    }
    return n == 0 ? 1 : Math.sqrt(sum / n);
  }
}
