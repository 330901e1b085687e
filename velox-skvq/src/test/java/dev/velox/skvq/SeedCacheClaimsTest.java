package dev.velox.skvq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.CapacityException;
import dev.velox.api.ConfigException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.api.Role;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The seed's eighteen tests of the cache, each named after its claim. */
class SeedCacheClaimsTest {

  @Test
  void theMethodIsFoundByItsId() {
    assertInstanceOf(SkvqMethod.class, Methods.installed().get("skvq"));
    try (Sequence s = new Sequence("skvq")) {
      CacheSpec spec = s.cache.effective();
      assertEquals("skvq", spec.methods().keys().id());
      assertEquals(5, spec.sinks().orElseThrow());
      assertEquals(128, spec.window().orElseThrow());
    }
  }

  @Test
  void aShortSequencePassesThroughExact() {
    try (Sequence s = new Sequence("skvq").append(5 + 128 + 128)) {
      for (Role role : Role.values()) {
        assertArrayEquals(s.originals(role, 0, 261), s.rows(role, 0, 261));
      }
    }
  }

  @Test
  void nothingIsBilledAsCodedBeforeItIs() {
    try (Sequence s = new Sequence("skvq").append(261)) {
      assertEquals(0, s.cache.bytes().keyCodes());
      assertEquals(0, s.cache.bytes().parameters());
      assertTrue(s.cache.bits().residentBits() >= 16);
      s.append(1);
      assertEquals(2 * 128 * Sequence.DIM * 2 / 8, s.cache.bytes().keyCodes());
    }
  }

  @Test
  void theFrontierAdvancesInWholeChunks() {
    try (Sequence s = new Sequence("skvq")) {
      int last = 0;
      for (int n = 1; n <= 600; n++) {
        int coded = Math.max(0, s.append(1).frontier() - 5);
        int step = coded - last;
        assertTrue(step == 0 || step == (last == 0 ? 128 : 64), "step " + step + " at " + n);
        last = coded;
      }
      assertEquals(128 + 5 * 64, last);
    }
  }

  @Test
  void sinksStayExact() {
    try (Sequence s = new Sequence("skvq").append(700)) {
      for (Role role : Role.values()) {
        assertArrayEquals(s.originals(role, 0, 5), s.rows(role, 0, 5));
      }
    }
  }

  @Test
  void codedRowsAreReallyCoded() {
    try (Sequence s = new Sequence("skvq").append(700)) {
      int end = s.frontier();
      for (Role role : Role.values()) {
        double mse = Opened.mse(s.originals(role, 5, end), s.rows(role, 5, end));
        assertTrue(mse > 0.01 && mse < 0.5, role + " " + mse);
      }
    }
  }

  @Test
  void prefillAndDecodeGiveTheSameCache() {
    for (String spec : List.of("skvq", "skvq:channel-scale=true,metadata=f8", "skvq:bits=1.5")) {
      try (Sequence whole = new Sequence(spec).append(777);
          Sequence single = new Sequence(spec)) {
        for (int i = 0; i < 777; i++) {
          single.append(1);
        }
        assertEquals(whole.cache.bytes(), single.cache.bytes());
        for (Role role : Role.values()) {
          assertArrayEquals(whole.rows(role, 0, 777), single.rows(role, 0, 777));
        }
        assertArrayEquals(whole.attend(), single.attend());
      }
    }
  }

  @Test
  void codedRowsNeverChange() {
    try (Sequence s = new Sequence("skvq").append(400)) {
      int end = s.frontier();
      float[] keys = s.rows(Role.KEYS, 0, end);
      float[] values = s.rows(Role.VALUES, 0, end);
      for (int i = 0; i < 20; i++) {
        s.append(31);
        assertArrayEquals(keys, s.rows(Role.KEYS, 0, end));
        assertArrayEquals(values, s.rows(Role.VALUES, 0, end));
      }
    }
  }

  @Test
  void theOrderIsFrozen() {
    Gaussian random = new Gaussian(12);
    double[] scale = random.decades(-1, 1, 64);
    Opened o = new Opened("skvq", 64).append(random.rows(128, scale));
    int[] order = o.order();
    double[] reversed = Arrays.stream(scale).map(x -> 1 / x).toArray();
    o.append(random.rows(640, reversed));
    assertArrayEquals(order, o.order());
  }

  @Test
  void withoutReorderChannelsStayWhereTheyAre() {
    float[] rows = new Gaussian(13).rows(128, new Gaussian(13).decades(-1, 1, 64));
    Opened plain = new Opened("skvq:reorder=false", 64).append(rows);
    Opened group = new Opened("skvq:reorder=false", 64);
    float[] silenced = rows.clone();
    for (int i = 0; i < rows.length; i++) {
      silenced[i] = i % 64 < 32 ? rows[i] : 0;
    }
    group.append(silenced);
    float[] a = plain.decode();
    float[] b = group.decode();
    for (int i = 0; i < a.length; i++) {
      assertEquals(i % 64 < 32 ? a[i] : 0, b[i], "channel " + i % 64);
    }
  }

  @Test
  void reorderingBeatsNoneWhereChannelsAreUnlike() {
    double[] scale = new Gaussian(14).decades(-1.5, 1, Sequence.DIM);
    double[] error = new double[2];
    for (int i = 0; i < 2; i++) {
      String spec = "skvq:group-size=16,reorder=" + (i == 0) + ";center=off";
      try (Sequence s = new Sequence(spec, scale).append(700)) {
        int end = s.frontier();
        float[] rows = s.originals(Role.KEYS, 5, end);
        error[i] = Opened.perChannel(rows, s.rows(Role.KEYS, 5, end), Sequence.DIM);
      }
    }
    assertTrue(error[0] < 0.1 * error[1], error[0] + " against " + error[1]);
  }

  @Test
  void itRunsWithoutTheClipSearch() {
    double[] error = new double[3];
    String[] options = {"", ":clip-search=false", ":clip-search=false,clip-alpha=0.5"};
    for (int i = 0; i < 3; i++) {
      try (Sequence s = new Sequence("skvq" + options[i] + ";center=off").append(700)) {
        int end = s.frontier();
        error[i] = Opened.mse(s.originals(Role.KEYS, 5, end), s.rows(Role.KEYS, 5, end));
      }
    }
    assertTrue(error[0] < error[1], "search " + error[0] + ", none " + error[1]);
    assertTrue(error[1] < error[2], "none " + error[1] + ", half " + error[2]);
  }

  @Test
  void bytesAreThoseOfTheClosedForm() {
    try (Sequence s = new Sequence("skvq:bits=3,group-size=24;center=off").append(1000)) {
      long n = 2 * (s.frontier() - 5);
      assertEquals(n * Sequence.DIM * 3 / 8, s.cache.bytes().keyCodes());
      assertEquals(n * Sequence.DIM * 3 / 8, s.cache.bytes().valueCodes());
      assertEquals(2 * n * 3 * 4, s.cache.bytes().parameters());
      assertEquals(2 * 2 * Sequence.DIM, s.cache.bytes().tables());
      assertEquals(3 + 3 * 4 * 8 / 64.0, s.cache.bits().codedBits(), 1e-3);
    }
  }

  /** Of all the bytes a cache holds at 1,024 tokens, exact rows and tables included. */
  @Test
  void itHoldsLessThanAThirdOfHalfPrecision() {
    try (Sequence s = new Sequence("skvq;window=32").append(1024)) {
      double ratio = s.cache.bytes().resident() / (1024.0 * 2 * 2 * 2 * Sequence.DIM);
      assertTrue(ratio < 0.35, "ratio to binary16 " + ratio);
    }
  }

  @Test
  void theSameTokensGiveTheSameCache() {
    try (Sequence a = new Sequence("skvq").append(500);
        Sequence b = new Sequence("skvq").append(500)) {
      assertArrayEquals(a.rows(Role.KEYS, 0, 500), b.rows(Role.KEYS, 0, 500));
      assertArrayEquals(a.attend(), b.attend());
    }
  }

  @Test
  void rowsBeyondTheContextAreRefused() {
    try (Sequence s = new Sequence("skvq").append(Sequence.CAPACITY)) {
      assertThrows(CapacityException.class, () -> s.append(1));
      assertEquals(Sequence.CAPACITY, s.cache.length());
    }
  }

  @Test
  void badOptionsAreRefusedWhenACacheIsOpened() {
    for (String spec :
        List.of(
            "skvq:bits=9",
            "skvq:group-size=65",
            "skvq:clip-alpha=1.5",
            "skvq:window=3",
            "skvq;window=-1")) {
      assertThrows(ConfigException.class, () -> new Sequence(spec).close(), spec);
    }
  }

  /** Layers of one model are independent, and query heads share their kv head's codes. */
  @Test
  void oneCacheServesEveryLayerOfAModel() {
    KvShape shape = new KvShape(3, 2, 8, 64, 1024);
    CacheSpec spec = CacheSpec.parse("skvq:bits=4;layers[1]=skvq:bits=2");
    try (var caches = dev.velox.cache.KvCaches.create();
        KvCache cache = caches.open(shape, spec, AttentionSpec.plain(64))) {
      float[] rows = new Gaussian(15).rows(2 * 700, Gaussian.ones(64));
      for (int layer = 0; layer < 3; layer++) {
        cache.layer(layer).append(rows, 0, rows, 0, 700);
      }
      double[] error = new double[3];
      for (int layer = 0; layer < 3; layer++) {
        int end = cache.layer(layer).frontier();
        float[] decoded = new float[(end - 5) * 64];
        cache.layer(layer).materialize(Role.KEYS, 0, 5, end, decoded, 0);
        float[] own = new float[decoded.length];
        for (int t = 5; t < end; t++) {
          System.arraycopy(rows, t * 128, own, (t - 5) * 64, 64);
        }
        error[layer] = Opened.mse(own, decoded);
      }
      assertEquals(error[0], error[2]);
      assertTrue(error[1] > 10 * error[0], Arrays.toString(error));
    }
  }
}
