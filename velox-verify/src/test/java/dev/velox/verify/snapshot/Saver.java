package dev.velox.verify.snapshot;

import dev.velox.api.KvCache;
import dev.velox.cache.KvCaches;
import java.nio.file.Path;

/** A process that saves two caches to one file in turn until it is killed. */
final class Saver {
  private Saver() {}

  /** What it saves, the first or the second. */
  static KvCache cache(KvCaches caches, int which) {
    KvCache cache = FixedCaches.open(caches, which == 0 ? "uniform:bits=4" : "f16", 2);
    FixedCaches.append(cache, which == 0 ? 20_000 : 3_000, which);
    return cache;
  }

  public static void main(String[] arguments) {
    Path file = Path.of(arguments[0]);
    try (KvCaches caches = KvCaches.create();
        KvCache one = cache(caches, 0);
        KvCache other = cache(caches, 1)) {
      System.out.println("saving");
      while (true) {
        one.snapshot(file);
        other.snapshot(file);
      }
    }
  }
}
