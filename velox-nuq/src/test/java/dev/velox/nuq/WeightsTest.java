package dev.velox.nuq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.Role;
import dev.velox.api.Rope;
import dev.velox.cache.CompressedTensor;
import dev.velox.cache.KvCaches;
import dev.velox.cache.KvQuantizer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Weights of fit rows: what they are, and what they buy. The attention that gives the weights is
 * that of other queries than those the result is scored on.
 */
class WeightsTest {
  /** Tokens that all queries see. */
  private static final int TOKENS = 384;

  private static KvCaches caches() {
    return KvCaches.of(Opened.METHODS, Ledger.unlimited());
  }

  private static KvQuantizer quantizer(KvCaches caches, String spec) {
    AttentionSpec rotary = AttentionSpec.plain(64).withRope(Rope.of(10_000, 64));
    return caches.quantizer(64, CacheSpec.parse(spec), rotary);
  }

  private static float[] seen(float[] rows) {
    float[] seen = new float[2 * TOKENS * 64];
    for (int h = 0; h < 2; h++) {
      System.arraycopy(rows, h * 512 * 64, seen, h * TOKENS * 64, TOKENS * 64);
    }
    return seen;
  }

  private static float[] mass(double[][][] attention) {
    float[] mass = new float[2 * TOKENS];
    for (int h = 0; h < attention.length; h++) {
      for (double[] p : attention[h]) {
        for (int t = 0; t < TOKENS; t++) {
          mass[h / 2 * TOKENS + t] += (float) p[t];
        }
      }
    }
    return mass;
  }

  private static double divergence(double[][][] p, double[][][] q) {
    double sum = 0;
    int n = 0;
    for (int h = 0; h < p.length; h++) {
      for (int i = 0; i < p[h].length; i++, n++) {
        for (int t = 0; t < p[h][i].length; t++) {
          sum += p[h][i][t] * Math.log(p[h][i][t] / q[h][i][t]);
        }
      }
    }
    return sum / n;
  }

  /** KL of the attention of unseen queries on coded keys, mean of two layers. */
  private static double kl(String spec, boolean weighted) {
    double sum = 0;
    for (int layer = 0; layer < 2; layer++) {
      ModelRows rows = ModelRows.layer(layer);
      float[] keys = seen(rows.keys());
      float[] values = seen(rows.values());
      try (KvCaches caches = caches();
          KvQuantizer quantizer = quantizer(caches, spec)) {
        if (weighted) {
          float[] mass = mass(rows.attention(keys, 0, TOKENS));
          quantizer.calibrate(keys, values, mass, 1, 2, TOKENS, 64);
        } else {
          quantizer.calibrate(keys, values, 1, 2, TOKENS, 64);
        }
        try (CompressedTensor coded = quantizer.compress(Role.KEYS, keys, 1, 2, TOKENS, 64)) {
          double[][][] exact = rows.attention(keys, 1, TOKENS);
          sum += divergence(exact, rows.attention(coded.decompress(), 1, TOKENS)) / 2;
        }
      }
    }
    return sum;
  }

  @Test
  void attentionAsWeightLowersTheDivergenceOfUnseenQueries() {
    double[] gain = new double[5];
    for (int bits = 2; bits <= 4; bits++) {
      String spec = "kvquant:fit-tokens=0,bits=" + bits;
      double plain = kl(spec, false);
      double weighted = kl(spec, true);
      gain[bits] = 1 - weighted / plain;
    }
    String gains = Arrays.toString(gain);
    assertEquals(.10, gain[2], .05, gains);
    assertEquals(.20, gain[3], .10, gains);
    assertTrue(gain[4] > 0, gains);
  }

  @Test
  void equalWeightsGiveTheSameCodes() {
    float[] rows = Draw.T4.rows(256, 64, 1);
    float[] weights = new float[256];
    Arrays.fill(weights, 0.25f);
    for (Role role : Role.values()) {
      for (String spec : new String[] {"kvquant", "kvquant:outliers=rank,bits=4"}) {
        try (KvCaches caches = caches();
            KvQuantizer plain = quantizer(caches, spec);
            KvQuantizer weighted = quantizer(caches, spec)) {
          plain.calibrate(rows, rows, 256, 64);
          weighted.calibrate(rows, rows, weights, 256, 64);
          try (CompressedTensor a = plain.compress(role, rows, 256, 64);
              CompressedTensor b = weighted.compress(role, rows, 256, 64)) {
            assertArrayEquals(a.decompress(), b.decompress(), 1e-3f);
          }
        }
      }
    }
  }

  @Test
  void rowsOfWeightAreCodedBetterThanRowsWithout() {
    float[] rows = Draw.NORMAL.rows(256, 64, 2);
    float[] weights = new float[256];
    for (int t = 0; t < 256; t++) {
      weights[t] = t % 2;
      for (int c = 0; c < 64 && t % 2 == 0; c++) {
        rows[t * 64 + c] *= 4;
      }
    }
    double[][] error = new double[2][2];
    for (int run = 0; run < 2; run++) {
      try (KvCaches caches = caches();
          KvQuantizer quantizer = quantizer(caches, "kvquant:fit-tokens=0;center=off")) {
        if (run == 0) {
          quantizer.calibrate(rows, rows, 256, 64);
        } else {
          quantizer.calibrate(rows, rows, weights, 256, 64);
        }
        try (CompressedTensor coded = quantizer.compress(Role.KEYS, rows, 256, 64)) {
          float[] y = coded.decompress();
          for (int i = 0; i < y.length; i++) {
            error[run][i / 64 % 2] += Math.pow(y[i] - rows[i], 2);
          }
        }
      }
    }
    assertTrue(error[1][1] < 0.3 * error[0][1], Arrays.deepToString(error));
    assertTrue(error[1][0] > error[0][0]);
  }

  @Test
  void weightsThatCannotBeAreRefused() {
    float[] rows = Draw.NORMAL.rows(256, 64, 3);
    float[] good = new float[256];
    Arrays.fill(good, 1);
    try (KvCaches caches = caches();
        KvQuantizer quantizer = quantizer(caches, "kvquant");
        KvQuantizer other = quantizer(caches, "uniform:bits=4")) {
      for (float bad : new float[] {-1, Float.NaN, Float.POSITIVE_INFINITY}) {
        float[] weights = good.clone();
        weights[77] = bad;
        var e =
            assertThrows(
                ConfigException.class, () -> quantizer.calibrate(rows, rows, weights, 256, 64));
        assertEquals("weight 77", e.option());
      }
      assertThrows(
          ConfigException.class, () -> quantizer.calibrate(rows, rows, new float[255], 256, 64));
      assertThrows(
          ConfigException.class, () -> quantizer.calibrate(rows, rows, new float[256], 256, 64));
      var e = assertThrows(ConfigException.class, () -> other.calibrate(rows, rows, good, 256, 64));
      assertTrue(e.getMessage().contains("uniform"), e.getMessage());
      quantizer.calibrate(rows, rows, good, 256, 64);
    }
  }
}
