package dev.velox.nuq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.accounting.Ledger;
import dev.velox.accounting.SeedNuqBits;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.cache.KvCaches;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The seed's effective bits by its formula, and beside it what a cache in its mode holds. */
class SeedBitsTest {

  @ParameterizedTest
  @CsvSource({"128, 4.48, 19.29", "512, 3.68, 8.06", "1024, 3.54, 6.22", "4096, 3.55, 4.81"})
  void theSeedsModeHoldsMoreThanItsTable(int tokens, double reference, double resident) {
    float[] k = Draw.NORMAL.rows(tokens, 64, 1);
    float[] v = Draw.NORMAL.rows(tokens, 64, 2);
    CacheSpec spec =
        CacheSpec.parse(
            "kvquant:fit-tokens=0,lloyd-iters=8,values=token,outliers=threshold;center=off");
    try (KvCaches caches = KvCaches.of(Opened.METHODS, Ledger.unlimited());
        KvCache cache =
            caches.open(new KvShape(1, 1, 1, 64, tokens), spec, AttentionSpec.plain(64))) {
      cache.layer(0).append(k, 0, v, 0, tokens);
      double held = cache.bits().residentBits();
      assertEquals(reference, new SeedNuqBits(64, 3, .01, 1).effectiveBits(tokens), .005);
      assertEquals(resident, held, .01);
      assertTrue(caches.audit(cache).exact());
    }
  }
}
