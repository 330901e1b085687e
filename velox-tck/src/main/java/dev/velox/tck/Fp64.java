package dev.velox.tck;

import dev.velox.api.AttentionSpec;

/** Softmax attention of one query in double precision, on rows as decoded. */
final class Fp64 {
  private Fp64() {}

  /**
   * Attention over given rows.
   *
   * @param keys rows {@code [count][dim]}
   * @param values rows {@code [count][dim]}
   */
  static double[] attend(
      AttentionSpec spec, float[] keys, float[] values, int count, int dim, float[] q, int at) {
    double[] out = new double[dim];
    if (count == 0) {
      return out;
    }
    double[] logits = new double[count];
    double top = Double.NEGATIVE_INFINITY;
    for (int t = 0; t < count; t++) {
      double dot = 0;
      for (int c = 0; c < dim; c++) {
        dot += (double) q[at + c] * keys[t * dim + c];
      }
      dot *= spec.scale();
      if (spec.softCap() > 0) {
        dot = spec.softCap() * Math.tanh(dot / spec.softCap());
      }
      logits[t] = dot;
      top = Math.max(top, dot);
    }
    double sum = 0;
    for (int t = 0; t < count; t++) {
      logits[t] = Math.exp(logits[t] - top);
      sum += logits[t];
    }
    for (int t = 0; t < count; t++) {
      for (int c = 0; c < dim; c++) {
        out[c] += logits[t] / sum * values[t * dim + c];
      }
    }
    return out;
  }

  /** The largest magnitude, at least 1e-30. */
  static double max(float[] x) {
    double max = 1e-30;
    for (float v : x) {
      max = Math.max(max, Math.abs(v));
    }
    return max;
  }
}
