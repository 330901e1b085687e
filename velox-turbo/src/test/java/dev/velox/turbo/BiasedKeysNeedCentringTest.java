package dev.velox.turbo;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.api.Role;
import dev.velox.api.Rope;
import dev.velox.cache.KvCaches;
import dev.velox.kernels.track.RopeTable;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keys with eight channels offset by 50 to 200 before rotary embedding, as in models with biased
 * key projections: at four bits attention stays what it was with the cache's centring, and is lost
 * without.
 */
class BiasedKeysNeedCentringTest {
  private static final int D = 128;
  private static final int OFFSET_CHANNELS = 8;
  private static final int QUERIES = 8;
  private static final int DRAWS = 4;
  private static final Rope ROPE = Rope.of(10_000, D);
  private static final RopeTable TABLE = RopeTable.of(ROPE);

  @ParameterizedTest
  @ValueSource(ints = {512, 32_768})
  void atFourBits(int tokens) {
    double raw = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      float[] keys = keys(tokens, draw);
      double centred = divergence("turbo:bits=4", keys);
      assertTrue(centred <= .05, tokens + " tokens, draw " + draw + ", by default: " + centred);
      raw += divergence("turbo:bits=4;center=off", keys) / DRAWS;
    }
    assertTrue(raw > 1, tokens + " tokens, center=off: " + raw);
  }

  /** Mean KL divergence of attention weights on coded keys from those on the original ones. */
  private static double divergence(String spec, float[] keys) {
    int tokens = keys.length / D;
    AttentionSpec attention =
        new AttentionSpec((float) (1 / Math.sqrt(D)), 0, 0, Optional.of(ROPE));
    KvShape shape = new KvShape(1, 1, 1, D, tokens);
    float[] coded = new float[tokens * D];
    try (KvCaches caches = KvCaches.of(Methods.of(new TurboMethod()), Ledger.unlimited());
        KvCache cache = caches.open(shape, CacheSpec.parse(spec), attention)) {
      cache.layer(0).append(keys, 0, new float[tokens * D], 0, tokens);
      cache.layer(0).materialize(Role.KEYS, 0, 0, tokens, coded, 0);
    }
    double sum = 0;
    for (int j = 0; j < QUERIES; j++) {
      float[] q = Vectors.gaussian(1, D, 900 + j);
      TABLE.rotate(tokens - 1, q, 0);
      sum += divergence(weights(q, keys, tokens), weights(q, coded, tokens)) / QUERIES;
    }
    return sum;
  }

  private static float[] keys(int tokens, int draw) {
    SplittableRandom random = new SplittableRandom(77 + draw);
    float[] bias = new float[D];
    for (int i = 0; i < OFFSET_CHANNELS; i++) {
      int channel = random.nextInt(D);
      while (bias[channel] != 0) {
        channel = random.nextInt(D);
      }
      bias[channel] = (float) ((50 + 150 * random.nextDouble()) * (i % 2 == 0 ? 1 : -1));
    }
    float[] keys = Vectors.gaussian(tokens, D, 178 + draw);
    for (int t = 0; t < tokens; t++) {
      for (int c = 0; c < D; c++) {
        keys[t * D + c] += bias[c];
      }
      TABLE.rotate(t, keys, t * D);
    }
    return keys;
  }

  private static double[] weights(float[] q, float[] keys, int tokens) {
    double[] w = new double[tokens];
    double max = Double.NEGATIVE_INFINITY;
    for (int t = 0; t < tokens; t++) {
      w[t] = Vectors.dot(q, 0, keys, t * D, D) / Math.sqrt(D);
      max = Math.max(max, w[t]);
    }
    double sum = 0;
    for (int t = 0; t < tokens; t++) {
      w[t] = Math.exp(w[t] - max);
      sum += w[t];
    }
    for (int t = 0; t < tokens; t++) {
      w[t] /= sum;
    }
    return w;
  }

  private static double divergence(double[] p, double[] q) {
    double sum = 0;
    for (int t = 0; t < p.length; t++) {
      if (p[t] > 0) {
        sum += p[t] * Math.log(p[t] / Math.max(q[t], 1e-300));
      }
    }
    return sum;
  }
}
