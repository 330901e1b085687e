package dev.velox.runtime.bench;

/** Attention in double precision, and the distance of outputs from it. */
final class Fp64Attention {
  private final int tokens;
  private final int dim;
  private final double scale;
  private final double[] weights;
  private double greatest;
  private double worst;
  private double arithmetic;
  private double coding;
  private double length;

  Fp64Attention(int tokens, int dim, double scale) {
    this.tokens = tokens;
    this.dim = dim;
    this.scale = scale;
    weights = new double[tokens];
  }

  /** One query over rows {@code [tokens][headDim]}. */
  double[] attend(float[] keys, float[] values, float[] q, int qOffset) {
    double max = Double.NEGATIVE_INFINITY;
    for (int t = 0; t < tokens; t++) {
      double dot = 0;
      for (int c = 0; c < dim; c++) {
        dot += (double) q[qOffset + c] * keys[t * dim + c];
      }
      weights[t] = dot * scale;
      max = Math.max(max, weights[t]);
    }
    double sum = 0;
    double[] out = new double[dim];
    for (int t = 0; t < tokens; t++) {
      double w = StrictMath.exp(weights[t] - max);
      sum += w;
      for (int c = 0; c < dim; c++) {
        out[c] += w * values[t * dim + c];
      }
    }
    for (int c = 0; c < dim; c++) {
      out[c] /= sum;
    }
    return out;
  }

  /** Adds one output to the error: beside it what the decoded rows give, and what the given do. */
  void add(float[] out, int offset, double[] decoded, double[] given, float[] decodedValues) {
    for (float v : decodedValues) {
      greatest = Math.max(greatest, Math.abs(v));
    }
    for (int c = 0; c < dim; c++) {
      double o = out[offset + c];
      worst = Math.max(worst, Math.abs(o - decoded[c]));
      coding += (decoded[c] - given[c]) * (decoded[c] - given[c]);
      arithmetic += (o - decoded[c]) * (o - decoded[c]);
      length += given[c] * given[c];
    }
  }

  AttentionError error() {
    return new AttentionError(
        greatest == 0 ? 0 : worst / greatest,
        length == 0 ? 0 : Math.sqrt(arithmetic / length),
        length == 0 ? 0 : Math.sqrt(coding / length));
  }
}
