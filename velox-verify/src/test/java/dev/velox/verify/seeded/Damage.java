package dev.velox.verify.seeded;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.FormatException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.cache.KvCaches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Changes a snapshot in a few hundred places: each must be refused at the section it is in. */
final class Damage {
  private static final int PLACES = 150;

  private Damage() {}

  /** The first change that went unnoticed, or was noticed only at the end; empty for none. */
  static String unnoticed() {
    try (KvCaches caches = KvCaches.of(Methods.installed(), Ledger.unlimited())) {
      Path file = Files.createTempFile("damage", ".vlx");
      try {
        byte[] whole = saved(caches, file);
        for (int i = 0; i < PLACES; i++) {
          byte[] changed = whole.clone();
          int at = (int) ((long) i * (whole.length - 40) / PLACES) + i % 8;
          changed[at] ^= (byte) (1 << (i % 8));
          if (opens(caches, file, changed, "its section")) {
            return "bit " + i % 8 + " of byte " + at;
          }
        }
        for (int bytes : new int[] {-33, -1, 1, 4096}) {
          byte[] changed = Arrays.copyOf(whole, whole.length + bytes);
          if (opens(caches, file, changed, "length")) {
            return bytes + " bytes more";
          }
        }
        return "";
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] saved(KvCaches caches, Path file) throws IOException {
    KvShape shape = new KvShape(1, 1, 1, 16, 512);
    try (KvCache cache =
        caches.open(shape, CacheSpec.parse("uniform:bits=4"), AttentionSpec.plain(16))) {
      float[] rows = new float[300 * 16];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = (i * 7919 % 1000) / 500f - 1;
      }
      cache.layer(0).append(rows, 0, rows, 0, 300);
      cache.snapshot(file);
      return Files.readAllBytes(file);
    }
  }

  /** Whether it opens, or is refused for another field than the one that tells first. */
  private static boolean opens(KvCaches caches, Path file, byte[] bytes, String field)
      throws IOException {
    Files.write(file, bytes);
    try {
      caches.restore(file).close();
      return true;
    } catch (FormatException e) {
      return field.equals("length")
          ? !e.field().endsWith("length")
          : e.field().startsWith("digest");
    }
  }
}
