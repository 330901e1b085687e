package dev.velox.verify.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.KvCache;
import dev.velox.cache.KvCaches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A save that is killed leaves the old file or the new one, and the next save works: a few kills
 * here, a hundred with {@code -Pdeep}.
 */
class KilledSavesTest {
  private static final int KILLS = Boolean.getBoolean("velox.deep") ? 100 : 4;

  /** A kill between two saves shows little; more follow until one has hit a save. */
  private static final int MOST_KILLS = 100;

  @TempDir private Path folder;

  @Test
  void leaveOldOrNewNeverTorn() throws IOException, InterruptedException {
    Path file = folder.resolve("cache.vlx");
    SplittableRandom random = new SplittableRandom(6);
    int killedInside = 0;
    try (KvCaches caches = KvCaches.create()) {
      byte[] one = bytes(caches, 0);
      byte[] other = bytes(caches, 1);
      Files.write(file, one);
      for (int i = 0; i < KILLS || (killedInside == 0 && i < MOST_KILLS); i++) {
        Process saver = start(file);
        assertEquals('s', saver.getInputStream().read(), "the saver did not start");
        Thread.sleep(random.nextInt(40));
        saver.destroyForcibly().waitFor();
        byte[] now = Files.readAllBytes(file);
        assertTrue(Arrays.equals(one, now) || Arrays.equals(other, now), "torn by kill " + i);
        caches.restore(file).close();
        List<String> beside = beside(file);
        killedInside += beside.isEmpty() ? 0 : 1;
        assertTrue(beside.stream().allMatch(n -> n.matches("[.]cache[.]vlx[.]\\d+[.]part")));
        if (i % 2 == 0) {
          for (String name : beside) {
            Files.delete(folder.resolve(name));
          }
        }
      }
      try (KvCache cache = Saver.cache(caches, 1)) {
        cache.snapshot(file);
        assertArrayEquals(other, Files.readAllBytes(file), "the next save works");
      }
    }
    assertTrue(killedInside > 0, "no kill hit a save");
  }

  private byte[] bytes(KvCaches caches, int which) {
    try (KvCache cache = Saver.cache(caches, which)) {
      return FixedCaches.saved(cache, folder.resolve("which" + which));
    }
  }

  private List<String> beside(Path file) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(p -> p.getFileName().toString())
          .filter(n -> !n.startsWith("which") && !n.equals(file.getFileName().toString()))
          .toList();
    }
  }

  private static Process start(Path file) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dvelox.kernels=scalar",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Saver.class.getName(),
                file.toString()))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
