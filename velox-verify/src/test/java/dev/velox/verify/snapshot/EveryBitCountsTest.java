package dev.velox.verify.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.velox.api.FormatException;
import dev.velox.api.KvCache;
import dev.velox.api.Methods;
import dev.velox.cache.KvCaches;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every flipped bit and every other length of a snapshot of 64 KiB is refused, for every method: a
 * sample here, each of the 524,288 bits and of the lengths with {@code -Pdeep}.
 */
class EveryBitCountsTest {
  private static final boolean DEEP = Boolean.getBoolean("velox.deep");
  private static final int BYTES = 1 << 16;
  private static final int FLIP_STEP = DEEP ? 1 : 1013;
  private static final int LENGTH_STEP = DEEP ? 1 : 499;

  @TempDir private Path folder;

  static Stream<String> ids() {
    return Methods.installed().ids().stream()
        .filter(id -> id.matches(System.getProperty("velox.ids", ".*")));
  }

  @ParameterizedTest
  @MethodSource("ids")
  void noDamageIsOverlooked(String id) throws IOException {
    Path file = folder.resolve("cache.vlx");
    try (KvCaches caches = KvCaches.create()) {
      byte[] good = save(caches, id, file);
      long charged = caches.ledger().report().charged().resident();
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        int flips = 0;
        for (int bit = 0; bit < 8 * good.length; bit += FLIP_STEP, flips++) {
          byte is = good[bit / 8];
          put(channel, bit / 8, (byte) (is ^ (1 << (bit % 8))));
          refused(caches, file, "bit " + bit);
          put(channel, bit / 8, is);
        }
        for (int length = good.length - 1; length >= 0; length -= LENGTH_STEP) {
          channel.truncate(length);
          refused(caches, file, "length " + length);
        }
        assertTrue(flips >= 8 * BYTES / FLIP_STEP);
        channel.write(ByteBuffer.wrap(good), 0);
        for (int more = 0; more < 4096; more += DEEP ? 1 : 811) {
          put(channel, good.length + more, (byte) more);
          refused(caches, file, "length " + (good.length + more + 1));
        }
        channel.truncate(good.length);
      }
      assertArrayEquals(good, FixedCaches.read(file));
      assertEquals(charged, caches.ledger().report().charged().resident(), "bytes left behind");
      caches.restore(file).close();
    }
  }

  /** A snapshot of at least 64 KiB, with a sealed block the newest of which is short. */
  private static byte[] save(KvCaches caches, String id, Path file) {
    try (KvCache cache = FixedCaches.open(caches, id + ";sinks=1;window=4", 2)) {
      FixedCaches.append(cache, 200, 1);
      while (FixedCaches.saved(cache, file).length < BYTES) {
        FixedCaches.append(cache, 64, 1);
      }
      return FixedCaches.read(file);
    }
  }

  private static void put(FileChannel channel, int at, byte value) throws IOException {
    channel.write(ByteBuffer.wrap(new byte[] {value}), at);
  }

  private static void refused(KvCaches caches, Path file, String damage) {
    try {
      caches.restore(file).close();
    } catch (FormatException e) {
      return;
    }
    fail(damage + " was not noticed");
  }
}
