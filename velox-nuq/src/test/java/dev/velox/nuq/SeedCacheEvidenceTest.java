package dev.velox.nuq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.ByteReport;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.cache.KvCaches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of the seed's Evidence table that concern a cache: sinks, bytes, streams. */
class SeedCacheEvidenceTest {
  private static final int DIM = 64;
  private static final String SEED =
      "kvquant:fit-tokens=0,lloyd-iters=8,values=token,outliers=threshold;center=off";

  private static KvCache open(KvCaches caches, String spec) {
    KvShape shape = new KvShape(1, 1, 1, DIM, 8192);
    return caches.open(shape, CacheSpec.parse(spec), AttentionSpec.plain(DIM));
  }

  private static KvCaches caches() {
    return KvCaches.of(Opened.METHODS, Ledger.unlimited());
  }

  private static void append(KvCache cache, float[] keys, float[] values, int from, int to) {
    cache.layer(0).append(keys, from * DIM, values, from * DIM, to - from);
  }

  private static float[] read(KvCache cache, Role role, int from, int to) {
    float[] rows = new float[(to - from) * DIM];
    cache.layer(0).materialize(role, 0, from, to, rows, 0);
    return rows;
  }

  private static float half(float x) {
    return Float.float16ToFloat(Float.floatToFloat16(x));
  }

  private static int exactRows(KvCache cache, float[] x, Role role, int rows) {
    float[] y = read(cache, role, 0, rows);
    int exact = 0;
    for (int t = 0; t < rows; t++) {
      boolean same = true;
      for (int c = 0; c < DIM; c++) {
        same &= y[t * DIM + c] == half(x[t * DIM + c]);
      }
      exact += same ? 1 : 0;
    }
    return exact;
  }

  /** "Attention sink tokens bit-exact in fp16", and the default is one. */
  @ParameterizedTest
  @ValueSource(strings = {"kvquant", "kvquant;sinks=1;center=off", SEED})
  void sinkTokensAreExact(String spec) {
    float[] k = Draw.LAPLACE.rows(513, DIM, 1);
    float[] v = Draw.LAPLACE.rows(513, DIM, 2);
    try (KvCaches caches = caches();
        KvCache cache = open(caches, spec)) {
      append(cache, k, v, 0, 513);
      assertEquals(1, exactRows(cache, k, Role.KEYS, 449));
      assertEquals(1, exactRows(cache, v, Role.VALUES, 449));
      assertEquals(half(k[0]), read(cache, Role.KEYS, 0, 1)[0]);
    }
  }

  /** "Sink off at n_sink=0; never applied to decode tokens". */
  @Test
  void sinksAreTheLeadingTokensOnlyAndCanBeOff() {
    float[] k = Draw.LAPLACE.rows(600, DIM, 1);
    float[] v = Draw.LAPLACE.rows(600, DIM, 2);
    for (int sinks : new int[] {0, 1, 4, 70}) {
      try (KvCaches caches = caches();
          KvCache cache = open(caches, "kvquant;sinks=" + sinks)) {
        append(cache, k, v, 0, 1);
        append(cache, k, v, 1, 3);
        for (int t = 3; t < 600; t++) {
          append(cache, k, v, t, t + 1);
        }
        int coded = cache.layer(0).frontier();
        assertEquals(sinks, exactRows(cache, k, Role.KEYS, coded));
        assertEquals(sinks, exactRows(cache, v, Role.VALUES, coded));
      }
    }
  }

  /** "Sink tokens excluded from the level fit", thresholds and scales too. */
  @ParameterizedTest
  @ValueSource(strings = {"kvquant", "kvquant;center=off", SEED})
  void sinkTokensAreLeftOutOfTheFit(String spec) {
    float[] k = Draw.NORMAL.rows(400, DIM, 3);
    float[] v = Draw.NORMAL.rows(400, DIM, 4);
    float[][] coded = new float[2][];
    for (int run = 0; run < 2; run++) {
      try (KvCaches caches = caches();
          KvCache cache = open(caches, spec)) {
        append(cache, k, v, 0, 400);
        coded[run] = read(cache, Role.KEYS, 1, 320);
        assertEquals(half(k[5]), read(cache, Role.KEYS, 0, 1)[5]);
      }
      for (int c = 0; c < DIM; c++) {
        k[c] = c % 2 == 0 ? 500 : -500;
      }
    }
    assertArrayEquals(coded[0], coded[1]);
  }

  /** "Accounting tracks realized outliers + fp16 sink rows". */
  @Test
  void bytesFollowTheOutliersAndTheSinks() {
    ByteReport[] bytes = new ByteReport[3];
    for (int run = 0; run < 3; run++) {
      float[] k = Draw.NORMAL.rows(513, DIM, 5);
      float[] v = Draw.NORMAL.rows(513, DIM, 6);
      if (run == 1) {
        k[300 * DIM + 7] = 90;
        k[301 * DIM + 8] = -90;
      }
      String spec =
          "kvquant:outliers=threshold;center=off;sinks=" + (run == 2 ? 5 : 1) + ";window=0";
      try (KvCaches caches = caches();
          KvCache cache = open(caches, spec)) {
        append(cache, k, v, 0, 513);
        bytes[run] = cache.bytes();
        assertTrue(caches.audit(cache).exact());
      }
    }
    long entry = 2 + 1 + 1;
    assertEquals(bytes[0].outliers() + 2 * entry, bytes[1].outliers());
    assertNotEquals(bytes[0].exact(), bytes[2].exact());
    assertEquals(bytes[0].tables(), bytes[1].tables());
  }

  /**
   * "Byte accounting compressed below fp16" and "effective_bits within [bits, bits + overhead]".
   */
  @Test
  void bytesAreBelowBinary16AndBitsWithinTheirOverhead() {
    float[] k = Draw.NORMAL.rows(4097, DIM, 7);
    float[] v = Draw.NORMAL.rows(4097, DIM, 8);
    for (int bits = 2; bits <= 4; bits++) {
      String spec = "kvquant:bits=" + bits;
      try (KvCaches caches = caches();
          KvCache cache = open(caches, spec)) {
        append(cache, k, v, 0, 4097);
        assertTrue(cache.bytes().resident() < 4L * 4097 * DIM);
        double keys = cache.bits().keyCodedBits();
        double values = cache.bits().valueCodedBits();
        double resident = cache.bits().residentBits();
        assertTrue(keys > bits && keys < bits + .4, "keys " + keys);
        assertTrue(values > bits && values < bits + .9, "values " + values);
        assertTrue(resident > (keys + values) / 2 && resident < bits + 1.3, "now " + resident);
      }
    }
  }

  /** A stream that starts with one token gives what one call gives, and not garbage. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kvquant",
        "kvquant:outliers=rank,bits=2;center=off",
        "kvquant:outliers=threshold,values=token",
        "kvquant:group-size=128;sinks=3"
      })
  void aStreamOfSingleTokensIsCodedAsOneCall(String spec) {
    float[] k = Draw.T4.rows(500, DIM, 9);
    float[] v = Draw.T4.rows(500, DIM, 10);
    try (KvCaches caches = caches();
        KvCache whole = open(caches, spec);
        KvCache single = open(caches, spec)) {
      append(whole, k, v, 0, 500);
      for (int t = 0; t < 500; t++) {
        append(single, k, v, t, t + 1);
      }
      for (Role role : Role.values()) {
        float[] y = read(whole, role, 0, 500);
        assertArrayEquals(y, read(single, role, 0, 500));
        assertTrue(Draw.nmse(role == Role.KEYS ? k : v, y) < .12);
      }
      assertEquals(whole.bytes(), single.bytes());
    }
  }

  /** The seed's rule freezes on the first call; here that call is never too small. */
  @Test
  void theSeedsModeWaitsForEnoughRows() {
    float[] k = Draw.NORMAL.rows(300, DIM, 11);
    float[] v = Draw.NORMAL.rows(300, DIM, 12);
    try (KvCaches caches = caches();
        KvCache cache = open(caches, SEED)) {
      for (int t = 0; t < 300; t++) {
        append(cache, k, v, t, t + 1);
      }
      assertTrue(cache.layer(0).frontier() >= 65);
      double nmse = Draw.nmse(k, read(cache, Role.KEYS, 0, 300));
      assertTrue(nmse < .05, "nmse " + nmse);
    }
  }
}
