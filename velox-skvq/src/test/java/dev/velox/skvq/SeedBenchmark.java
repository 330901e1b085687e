package dev.velox.skvq;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.Role;
import dev.velox.cache.CompressedTensor;
import dev.velox.cache.KvCaches;
import dev.velox.cache.KvQuantizer;

/**
 * The seed's benchmark: keys and values of two heads of 64 channels, normal, all channels alike or
 * each of a scale of its own over two and a half decades; groups of 16.
 *
 * <p>As there, all rows but five sinks are coded (with {@code kivi}: all but the newest 128), and
 * 32 queries probe them. Key errors are taken over rows 5 to S - 128.
 */
final class SeedBenchmark {
  static final int SEEDS = 4;
  private static final int DIM = 64;
  private static final int HEADS = 2;
  private static final int SINKS = 5;
  private static final int WINDOW = 128;
  private static final int GROUP = 16;
  private static final int QUERIES = 32;

  private SeedBenchmark() {}

  /** Which part of the method is left out, or which other method is measured. */
  enum Arm {
    SKVQ(""),
    NO_REORDER(",reorder=false"),
    NO_CLIP(",clip-search=false"),
    NEITHER(",reorder=false,clip-search=false"),
    KIVI("");

    private final String options;

    Arm(String options) {
      this.options = options;
    }

    String spec(String bits) {
      String id = this == KIVI ? "kivi" : "skvq";
      return id + ":bits=" + bits + ",group-size=" + GROUP + options;
    }
  }

  /**
   * Errors, each the mean over the seeds.
   *
   * @param mse squared error of a key number
   * @param nmse squared error of a key channel over its variance, mean over channels
   * @param perturbation one minus the cosine of exact and coded attention outputs, mean over
   *     queries
   */
  record Figures(double mse, double nmse, double perturbation) {}

  static Figures run(String spec, int tokens, boolean heterogeneous) {
    double mse = 0;
    double nmse = 0;
    double perturbation = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Gaussian random = new Gaussian(1000 + seed);
      double[] scale = heterogeneous ? random.decades(-1.5, 1, DIM) : Gaussian.ones(DIM);
      float[] keys = random.rows(HEADS * tokens, scale);
      float[] values = random.rows(HEADS * tokens, scale);
      float[] queries = random.rows(HEADS * QUERIES, Gaussian.ones(DIM));
      float[] coded = coded(spec, Role.KEYS, keys, tokens);
      float[] codedValues = coded(spec, Role.VALUES, values, tokens);
      mse += mse(keys, coded, tokens) / SEEDS;
      nmse += nmse(keys, coded, tokens) / SEEDS;
      perturbation += perturbation(keys, values, coded, codedValues, queries, tokens) / SEEDS;
    }
    return new Figures(mse, nmse, perturbation);
  }

  /** Rows with those in the coded range replaced by what they decode to. */
  private static float[] coded(String spec, Role role, float[] rows, int tokens) {
    boolean kivi = spec.startsWith("kivi");
    int from = kivi ? 0 : SINKS;
    int to = kivi ? (tokens - WINDOW) / GROUP * GROUP : tokens;
    int n = to - from;
    float[] part = new float[HEADS * n * DIM];
    for (int h = 0; h < HEADS; h++) {
      System.arraycopy(rows, (h * tokens + from) * DIM, part, h * n * DIM, n * DIM);
    }
    float[] all = rows.clone();
    try (KvCaches caches = KvCaches.create();
        KvQuantizer quantizer =
            caches.quantizer(DIM, CacheSpec.parse(spec + ";center=off"), AttentionSpec.plain(DIM));
        CompressedTensor tensor = quantizer.compress(role, part, 1, HEADS, n, DIM)) {
      float[] decoded = tensor.decompress();
      for (int h = 0; h < HEADS; h++) {
        System.arraycopy(decoded, h * n * DIM, all, (h * tokens + from) * DIM, n * DIM);
      }
    }
    return all;
  }

  private static double mse(float[] rows, float[] coded, int tokens) {
    double sum = 0;
    for (int h = 0; h < HEADS; h++) {
      for (int c = 0; c < DIM; c++) {
        sum += channel(rows, coded, tokens, h, c)[0];
      }
    }
    return sum / HEADS / DIM;
  }

  private static double nmse(float[] rows, float[] coded, int tokens) {
    double sum = 0;
    for (int h = 0; h < HEADS; h++) {
      for (int c = 0; c < DIM; c++) {
        double[] channel = channel(rows, coded, tokens, h, c);
        sum += channel[0] / channel[1];
      }
    }
    return sum / HEADS / DIM;
  }

  /** Squared error and variance of one channel over the measured rows. */
  private static double[] channel(float[] rows, float[] coded, int tokens, int head, int c) {
    int from = SINKS;
    int to = tokens - WINDOW;
    double error = 0;
    double sum = 0;
    double squares = 0;
    for (int t = from; t < to; t++) {
      int at = (head * tokens + t) * DIM + c;
      double off = (double) rows[at] - coded[at];
      error += off * off;
      sum += rows[at];
      squares += (double) rows[at] * rows[at];
    }
    int n = to - from;
    return new double[] {error / n, squares / n - (sum / n) * (sum / n)};
  }

  private static double perturbation(
      float[] keys, float[] values, float[] codedKeys, float[] codedValues, float[] q, int tokens) {
    double sum = 0;
    for (int h = 0; h < HEADS; h++) {
      for (int j = 0; j < QUERIES; j++) {
        int query = (h * QUERIES + j) * DIM;
        double[] exact = attention(keys, values, h * tokens * DIM, q, query, tokens);
        double[] coded = attention(codedKeys, codedValues, h * tokens * DIM, q, query, tokens);
        sum += 1 - cosine(exact, coded);
      }
    }
    return sum / HEADS / QUERIES;
  }

  private static double[] attention(
      float[] keys, float[] values, int at, float[] q, int query, int tokens) {
    double[] weights = new double[tokens];
    double most = Double.NEGATIVE_INFINITY;
    for (int t = 0; t < tokens; t++) {
      double dot = 0;
      for (int c = 0; c < DIM; c++) {
        dot += (double) q[query + c] * keys[at + t * DIM + c];
      }
      weights[t] = dot / 8;
      most = Math.max(most, weights[t]);
    }
    double[] out = new double[DIM];
    for (int t = 0; t < tokens; t++) {
      double w = Math.exp(weights[t] - most);
      for (int c = 0; c < DIM; c++) {
        out[c] += w * values[at + t * DIM + c];
      }
    }
    return out;
  }

  private static double cosine(double[] a, double[] b) {
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < a.length; i++) {
      ab += a[i] * b[i];
      aa += a[i] * a[i];
      bb += b[i] * b[i];
    }
    return ab / Math.sqrt(aa * bb);
  }
}
