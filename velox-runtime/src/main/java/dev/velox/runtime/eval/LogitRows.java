package dev.velox.runtime.eval;

/** Sums over rows of logits, in double. */
final class LogitRows {
  private LogitRows() {}

  /** The lowest id among the largest logits. */
  static int best(float[] logits, int offset, int n) {
    int best = 0;
    for (int i = 1; i < n; i++) {
      if (logits[offset + i] > logits[offset + best]) {
        best = i;
      }
    }
    return best;
  }

  /** The logarithm of the sum of exponentials, taken relative to the largest. */
  static double logSum(float[] logits, int offset, int n, float largest) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += StrictMath.exp((double) logits[offset + i] - largest);
    }
    return largest + StrictMath.log(sum);
  }

  /** Writes probabilities and returns the logarithm of their common divisor. */
  static double softmax(float[] logits, int offset, int n, float largest, double[] p, int po) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double e = StrictMath.exp((double) logits[offset + i] - largest);
      p[po + i] = e;
      sum += e;
    }
    for (int i = 0; i < n; i++) {
      p[po + i] /= sum;
    }
    return largest + StrictMath.log(sum);
  }

  /** The mean under p of the difference between two rows of logits. */
  static double meanDifference(double[] p, int po, float[] a, int ao, float[] b, int bo, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += p[po + i] * ((double) a[ao + i] - b[bo + i]);
    }
    return sum;
  }
}
