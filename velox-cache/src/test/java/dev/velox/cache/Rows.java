package dev.velox.cache;

import dev.velox.api.AttentionSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Rope;
import dev.velox.kernels.track.RopeTable;
import java.util.SplittableRandom;

/**
 * Test data: seeded rows, keys with a loud constant before rotation, and attention over them in
 * double.
 */
final class Rows {
  final KvShape shape;
  final int tokens;
  final float[] keys;
  final float[] values;
  final float[] queries;

  /** Rows whose un-rotated keys share an offset of size {@code bias}. */
  Rows(KvShape shape, int tokens, Rope rope, float bias, long seed) {
    this.shape = shape;
    this.tokens = tokens;
    SplittableRandom random = new SplittableRandom(seed);
    int dim = shape.headDim();
    keys = gaussian(random, tokens * shape.rowFloats());
    values = gaussian(random, tokens * shape.rowFloats());
    queries = gaussian(random, tokens * shape.queryHeads() * dim);
    float[] offset = gaussian(random, shape.rowFloats());
    RopeTable table = rope == null ? null : RopeTable.of(rope);
    for (int t = 0; t < tokens; t++) {
      for (int h = 0; h < shape.kvHeads(); h++) {
        int at = (t * shape.kvHeads() + h) * dim;
        for (int c = 0; c < dim; c++) {
          keys[at + c] += bias * offset[h * dim + c];
          values[at + c] += bias * 0.1f * offset[h * dim + (c + 1) % dim];
        }
        if (table != null) {
          table.rotate(t, keys, at);
        }
      }
    }
  }

  static float[] gaussian(SplittableRandom random, int n) {
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) random.nextGaussian();
    }
    return x;
  }

  int row() {
    return shape.rowFloats();
  }

  int queryRow() {
    return shape.queryHeads() * shape.headDim();
  }

  void append(KvCache cache, int from, int to) {
    for (int l = 0; l < shape.layers(); l++) {
      cache.layer(l).append(keys, from * row(), values, from * row(), to - from);
    }
  }

  /**
   * Attention of query head {@code h} at {@code position} over the rows before {@code end}, in
   * double.
   */
  double[] attend(AttentionSpec spec, int position, int end, int h, float[] k, float[] v) {
    int dim = shape.headDim();
    int kv = h / shape.groupSize();
    int first = spec.firstVisible(end - 1);
    double[] score = new double[end];
    double max = Double.NEGATIVE_INFINITY;
    for (int t = first; t < end; t++) {
      double dot = 0;
      for (int c = 0; c < dim; c++) {
        dot +=
            (double) queries[position * queryRow() + h * dim + c]
                * k[(t * shape.kvHeads() + kv) * dim + c];
      }
      dot *= spec.scale();
      score[t] = spec.softCap() > 0 ? spec.softCap() * Math.tanh(dot / spec.softCap()) : dot;
      max = Math.max(max, score[t]);
    }
    double sum = 0;
    double[] out = new double[dim];
    for (int t = first; t < end; t++) {
      double w = Math.exp(score[t] - max);
      sum += w;
      for (int c = 0; c < dim; c++) {
        out[c] += w * v[(t * shape.kvHeads() + kv) * dim + c];
      }
    }
    for (int c = 0; c < dim; c++) {
      out[c] /= sum;
    }
    return out;
  }
}
