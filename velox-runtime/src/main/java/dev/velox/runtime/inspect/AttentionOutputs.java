package dev.velox.runtime.inspect;

import dev.velox.api.KvShape;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.runtime.KvSample;

/** Attention of a sample's last queries over given rows, in plain floats. */
final class AttentionOutputs {
  private static final RowKernels ROWS = Kernels.active().rows();

  private AttentionOutputs() {}

  /** Adds what each position receives from all known queries of a layer. */
  static void addMass(KvSample sample, KvSample.Layer layer, double[] mass) {
    KvShape shape = sample.shape();
    float[] weights = new float[sample.tokens()];
    for (int h = 0; h < shape.queryHeads(); h++) {
      for (int i = 0; i < sample.queryTokens(); i++) {
        int seen = weights(sample, layer, layer.keys(), h, i, weights);
        for (int t = 0; t < seen; t++) {
          mass[t] += weights[t];
        }
      }
    }
  }

  /**
   * Outputs {@code [queryHead][query][channel]} over given keys and values, both {@code
   * [kvHead][token][channel]}.
   */
  static float[] of(KvSample sample, KvSample.Layer layer, float[] keys, float[] values) {
    KvShape shape = sample.shape();
    int dim = shape.headDim();
    float[] weights = new float[sample.tokens()];
    float[] out = new float[layer.queries().length];
    for (int h = 0; h < shape.queryHeads(); h++) {
      int head = h / shape.groupSize() * sample.tokens() * dim;
      for (int i = 0; i < sample.queryTokens(); i++) {
        int seen = weights(sample, layer, keys, h, i, weights);
        int at = (h * sample.queryTokens() + i) * dim;
        for (int t = 0; t < seen; t++) {
          ROWS.axpy(weights[t], values, head + t * dim, out, at, dim);
        }
      }
    }
    return out;
  }

  /** Softmax over the positions a query sees; returns how many those are. */
  private static int weights(
      KvSample sample, KvSample.Layer layer, float[] keys, int queryHead, int i, float[] weights) {
    int dim = sample.shape().headDim();
    int seen = sample.tokens() - sample.queryTokens() + i + 1;
    int head = queryHead / sample.shape().groupSize() * sample.tokens() * dim;
    int query = (queryHead * sample.queryTokens() + i) * dim;
    float largest = Float.NEGATIVE_INFINITY;
    for (int t = 0; t < seen; t++) {
      float score = ROWS.dot(layer.queries(), query, keys, head + t * dim, dim);
      weights[t] = score * sample.attention().scale();
      largest = Math.max(largest, weights[t]);
    }
    double sum = 0;
    for (int t = 0; t < seen; t++) {
      double e = StrictMath.exp(weights[t] - largest);
      weights[t] = (float) e;
      sum += e;
    }
    ROWS.scale((float) (1 / sum), weights, 0, seen);
    return seen;
  }
}
