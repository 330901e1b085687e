package dev.velox.verify.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.KvCache;
import dev.velox.api.Methods;
import dev.velox.cache.KvCaches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A file of this format version opens for ever: each method's golden file restores, and the same
 * rows give the same bytes.
 */
class GoldenSnapshotsTest {
  private static final Path FOLDER = Path.of("src/test/resources/snapshots");
  private static final String REGENERATE =
      ": the format changed. Before a release: ./build verify -Dvelox.golden=write, and commit "
          + FOLDER
          + "; after one: raise the method's stateVersion or the format's version, and keep the"
          + " old file";
  private static final int ROWS = 200;

  @TempDir private Path folder;

  static Stream<String> ids() {
    return Methods.installed().ids().stream();
  }

  @ParameterizedTest
  @MethodSource("ids")
  void theGoldenFileRestoresAndTheSameRowsGiveItsBytes(String id) throws IOException {
    Path golden = FOLDER.resolve(id + ".vlx");
    try (KvCaches caches = KvCaches.create();
        KvCache cache = FixedCaches.open(caches, id + ";sinks=1;window=4", 1)) {
      FixedCaches.append(cache, ROWS, 1);
      byte[] fresh = FixedCaches.saved(cache, folder.resolve("fresh.vlx"));
      if (System.getProperty("velox.golden", "check").equals("write")) {
        Files.createDirectories(FOLDER);
        Files.write(golden, fresh);
      }
      assertTrue(Files.exists(golden), () -> "no golden file for " + id + REGENERATE);
      assertArrayEquals(Files.readAllBytes(golden), fresh, () -> id + REGENERATE);
      try (KvCache restored = caches.restore(golden)) {
        assertEquals(ROWS, restored.length());
        assertEquals(cache.effective(), restored.effective());
        assertEquals(cache.bytes(), restored.bytes());
        assertTrue(caches.audit(restored).exact());
        assertArrayEquals(fresh, FixedCaches.saved(restored, folder.resolve("again.vlx")));
        FixedCaches.append(cache, 90, 2);
        FixedCaches.append(restored, 90, 2);
        assertArrayEquals(
            FixedCaches.saved(cache, folder.resolve("one.vlx")),
            FixedCaches.saved(restored, folder.resolve("other.vlx")),
            "both went on alike");
      }
    }
  }

  @Test
  void everyMethodHasOne() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertEquals(
          ids().map(id -> id + ".vlx").sorted().toList(),
          files.map(f -> f.getFileName().toString()).sorted().toList());
    }
  }
}
