package dev.velox.turbo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What coding does to dot products: on pairs whose true product is not zero, over rotations. */
class ScalesOfDotProductsTest {
  private static final int DIM = 128;
  private static final int PAIRS = 400;
  private static final int ROTATIONS = 20;

  /** Mean error of {@code <y, x'>} and D times its mean square, for unit vectors of cosine .5. */
  private record Products(double bias, double spread) {}

  private static Products products(String options) {
    double bias = 0;
    double square = 0;
    for (int rotation = 0; rotation < ROTATIONS; rotation++) {
      float[] x = Vectors.unit(PAIRS, DIM, 1000 + rotation);
      float[] y = correlated(x, 2000 + rotation);
      try (Tracks t = Tracks.ofLayer(options, Role.KEYS, DIM, rotation)) {
        float[] back = t.append(x).decoded();
        for (int p = 0; p < PAIRS; p++) {
          double e = Vectors.dot(y, p * DIM, back, p * DIM, DIM) - .5;
          bias += e;
          square += e * e;
        }
      }
    }
    int n = ROTATIONS * PAIRS;
    return new Products(bias / n, DIM * square / n);
  }

  /** Unit vectors of cosine .5 with the given ones. */
  private static float[] correlated(float[] x, long seed) {
    float[] y = Vectors.gaussian(PAIRS, DIM, seed);
    for (int p = 0; p < PAIRS; p++) {
      int at = p * DIM;
      double along = Vectors.dot(x, at, y, at, DIM);
      for (int c = at; c < at + DIM; c++) {
        y[c] -= (float) (along * x[c]);
      }
      double norm = Vectors.norm(y, at, DIM);
      for (int c = at; c < at + DIM; c++) {
        y[c] = (float) (.5 * x[c] + Math.sqrt(.75) * y[c] / norm);
      }
    }
    return y;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void unbiasedIsRightOnAverage(int bits) {
    double[] spread = {.429, .0965, .0258, .0070};
    Products p = products("turbo:scale=unbiased,bits=" + bits);
    assertTrue(Math.abs(p.bias()) < .002, bits + " bits: bias " + p.bias());
    assertEquals(1, p.spread() / spread[bits - 1], .06, bits + " bits: " + p.spread());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void normIsShortByTheDistortion(int bits) {
    double[] bias = {-.180, -.058, -.017, -.0045};
    Products p = products("turbo:scale=norm,bits=" + bits);
    assertEquals(bias[bits - 1], p.bias(), .0015, bits + " bits");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void theProjectedResidualIsRightOnAverageAndSpreadsMore(int bits) {
    double[] spread = {1.34, .538, .180, .0538};
    Products p = products("turbo-ip:bits=" + bits);
    assertTrue(Math.abs(p.bias()) < .004, bits + " bits: bias " + p.bias());
    assertEquals(1, p.spread() / spread[bits - 1], .08, bits + " bits: " + p.spread());
    Products unbiased = products("turbo:scale=unbiased,bits=" + bits);
    assertTrue(p.spread() > 3 * unbiased.spread(), "and unbiased turbo is better at equal bits");
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 24, 32, 48, 64, 80, 96, 112, 128, 192, 256, 576})
  void scoresFollowTrueProductsAtEveryHeadDim(int dim) {
    assertEquals(1, slope("turbo:bits=4", dim, 0), .03, dim + " dims");
    for (int bits = 1; bits <= 3; bits++) {
      double slope = slope("turbo:scale=unbiased,bits=" + bits, dim, 0);
      assertEquals(1, slope, .03, dim + " dims, " + bits + " bits");
    }
  }

  /** One projection is right on average over rows only where D is large; so over projections. */
  @ParameterizedTest
  @ValueSource(ints = {8, 24, 32, 48, 64, 80, 96, 112, 128})
  void estimatesFollowTrueProductsAtEveryHeadDim(int dim) {
    int draws = Math.max(1, 512 / dim);
    double sum = 0;
    for (int layer = 0; layer < draws; layer++) {
      sum += slope("turbo-ip:bits=3", dim, layer);
    }
    assertEquals(1, sum / draws, .03, dim + " dims");
  }

  /** The slope of {@code q.k'} on {@code q.k} over 2048 keys and 8 queries that resemble some. */
  private static double slope(String spec, int dim, int layer) {
    int rows = 2048;
    float[] keys = Vectors.gaussian(rows, dim, dim);
    float[] queries = Vectors.gaussian(8, dim, dim + 1);
    for (int j = 0; j < 8; j++) {
      for (int c = 0; c < dim; c++) {
        queries[j * dim + c] += 2 * keys[200 * j * dim + c];
      }
    }
    try (Tracks t = Tracks.ofLayer(spec, Role.KEYS, dim, layer)) {
      float[] scores = t.append(keys).scores(0, queries);
      double xy = 0;
      double xx = 0;
      for (int j = 0; j < 8; j++) {
        for (int r = 0; r < rows; r++) {
          double truth = Vectors.dot(queries, j * dim, keys, r * dim, dim);
          xy += truth * scores[j * rows + r];
          xx += truth * truth;
        }
      }
      return xy / xx;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 24, 32, 48, 64, 80, 96, 112, 128, 192, 256, 576})
  void rowsKeepTheirLengthWithinThreePercent(int dim) {
    int rows = 1024;
    float[] x = Vectors.gaussian(rows, dim, 3L * dim);
    float[] back = Tracks.roundTrip("turbo:bits=4", dim, x);
    for (int r = 0; r < rows; r++) {
      double ratio = Vectors.norm(back, r * dim, dim) / Vectors.norm(x, r * dim, dim);
      assertEquals(1, ratio, .03, dim + " dims, row " + r);
    }
  }
}
