package dev.velox.nuq;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Keys, values and queries of one layer of the built-in model. */
record ModelRows(float[] keys, float[] values, float[] queries) {
  static final int TOKENS = 512;
  static final int QUERIES = 128;
  static final int KV_HEADS = 2;
  static final int HEADS = 4;
  static final int DIM = 64;

  /** The first of the two layers that were kept, or the second. */
  static ModelRows layer(int index) {
    try (InputStream in = ModelRows.class.getResourceAsStream("rows.f16")) {
      ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
      int rows = KV_HEADS * TOKENS * DIM;
      int queries = HEADS * QUERIES * DIM;
      bytes.position(index * 2 * (2 * rows + queries));
      return new ModelRows(floats(bytes, rows), floats(bytes, rows), floats(bytes, queries));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static float[] floats(ByteBuffer bytes, int n) {
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = Float.float16ToFloat(bytes.getShort());
    }
    return x;
  }

  /**
   * Attention of every second query to the tokens that all of them see.
   *
   * @param keys rows {@code [kvHead][tokens][dim]}, the originals or decoded ones
   * @param first 0 or 1: which half of the queries
   * @return weights {@code [head][queries / 2][tokens]}
   */
  double[][][] attention(float[] keys, int first, int tokens) {
    double[][][] all = new double[HEADS][QUERIES / 2][];
    for (int h = 0; h < HEADS; h++) {
      for (int i = 0; i < QUERIES / 2; i++) {
        int q = (h * QUERIES + 2 * i + first) * DIM;
        all[h][i] = softmax(keys, h / 2 * (keys.length / KV_HEADS), q, tokens);
      }
    }
    return all;
  }

  private double[] softmax(float[] keys, int at, int q, int tokens) {
    double[] p = new double[tokens];
    double most = Double.NEGATIVE_INFINITY;
    for (int t = 0; t < tokens; t++) {
      for (int c = 0; c < DIM; c++) {
        p[t] += queries[q + c] * keys[at + t * DIM + c] / 8.0;
      }
      most = Math.max(most, p[t]);
    }
    double sum = 0;
    for (int t = 0; t < tokens; t++) {
      p[t] = Math.exp(p[t] - most);
      sum += p[t];
    }
    for (int t = 0; t < tokens; t++) {
      p[t] /= sum;
    }
    return p;
  }
}
