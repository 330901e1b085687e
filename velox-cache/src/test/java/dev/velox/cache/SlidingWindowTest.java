package dev.velox.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.TrimException;
import dev.velox.api.spi.KvTrack;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A sliding layer holds its window and two blocks, however long the sequence, and can still be
 * rolled back a block.
 */
class SlidingWindowTest {

  @ParameterizedTest
  @ValueSource(ints = {64, 100, 512})
  void holdsItsWindowAndTwoBlocks(int window) {
    int dim = 8;
    KvShape shape = new KvShape(1, 1, 1, dim, 8 * window + 200);
    AttentionSpec attention = AttentionSpec.plain(dim).withSlidingWindow(window);
    int most = window + 2 * KvTrack.BLOCK;
    for (String spec : List.of("f16", "f16;center=on;sinks=4", "f16;window=1000;sinks=80")) {
      try (KvCaches caches = KvCaches.create();
          KvCache cache = caches.open(shape, CacheSpec.parse(spec), attention)) {
        Rows rows = new Rows(shape, 8 * window + 200, null, 1, 1);
        for (int t = 0; t < 8 * window; t++) {
          rows.append(cache, t, t + 1);
        }
        long bytes = cache.bytes().resident() - cache.bytes().tables() - cache.bytes().scratch();
        long pageSlack = 2L * ExactRows.PAGE * dim * 2;
        assertTrue(bytes <= 4L * dim * most + pageSlack, spec + " holds " + bytes / 4 / dim);
        assertTrue(caches.audit(cache).exact());
        long low =
            caches
                .plan(shape, CacheSpec.parse(spec), List.of(attention), 8 * window)
                .low()
                .resident();
        long high =
            caches
                .plan(shape, CacheSpec.parse(spec), List.of(attention), 8 * window)
                .high()
                .resident();
        assertTrue(low <= cache.bytes().resident() && cache.bytes().resident() <= high, spec);

        int length = cache.length();
        assertTrue(cache.canTrim(length - KvTrack.BLOCK), "a block can be rolled back");
        assertFalse(cache.canTrim(length - 4 * KvTrack.BLOCK - window));
        assertThrows(TrimException.class, () -> cache.trim(length - 4 * KvTrack.BLOCK - window));
        assertEquals(length, cache.length());
        float[] row = new float[dim];
        assertThrows(
            TrimException.class, () -> cache.layer(0).materialize(Role.KEYS, 0, 0, 1, row, 0));
        cache.trim(length - KvTrack.BLOCK);
        rows.append(cache, length - KvTrack.BLOCK, length + 100);
        cache.trim(0);
        rows.append(cache, 0, 100);
        assertEquals(100, cache.length());
      }
    }
  }
}
