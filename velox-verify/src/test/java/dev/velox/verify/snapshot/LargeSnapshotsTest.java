package dev.velox.verify.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.cache.KvCaches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A section may be longer than an int can say; with {@code -Pdeep} only, it takes 5 GiB. */
class LargeSnapshotsTest {
  private static final KvShape SHAPE = new KvShape(1, 8, 8, 128, 600_000);
  private static final int ROWS = 527_000;
  private static final int CHUNK = 8_500;

  @TempDir private Path folder;

  @Test
  void aSectionBeyondTwoGibibytesComesBack() throws IOException {
    assumeTrue(Boolean.getBoolean("velox.deep"));
    Path file = folder.resolve("large.vlx");
    CacheSpec spec = CacheSpec.parse("keys=f32;values=uniform:bits=1;center=off;window=0;sinks=0");
    float[] rows = new float[CHUNK * SHAPE.rowFloats()];
    try (KvCaches caches = KvCaches.create()) {
      float[] last = new float[200 * SHAPE.headDim()];
      try (KvCache cache = caches.open(SHAPE, spec, AttentionSpec.plain(SHAPE.headDim()))) {
        while (cache.length() < ROWS) {
          for (int i = 0; i < rows.length; i++) {
            rows[i] = (i * 31 + cache.length()) % 1009;
          }
          cache.layer(0).append(rows, 0, rows, 0, CHUNK);
        }
        cache.snapshot(file);
        cache.layer(0).materialize(Role.KEYS, 7, ROWS - 200, ROWS, last, 0);
      }
      assertTrue(Files.size(file) > 1L << 31, "the file has " + Files.size(file));
      try (KvCache restored = caches.restore(file)) {
        assertEquals(ROWS, restored.length());
        assertTrue(caches.audit(restored).exact());
        float[] found = new float[last.length];
        restored.layer(0).materialize(Role.KEYS, 7, ROWS - 200, ROWS, found, 0);
        assertArrayEquals(last, found);
      }
    }
  }
}
