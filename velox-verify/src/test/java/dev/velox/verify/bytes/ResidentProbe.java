package dev.velox.verify.bytes;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.cache.KvCaches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A process with a fixed, touched heap that opens caches and prints what it was charged and how
 * much it grew.
 */
final class ResidentProbe {
  private static final KvShape SHAPE = new KvShape(1, 8, 8, 128, 4096);
  private static final int CACHES = 64;

  public static void main(String[] arguments) throws IOException {
    float[] rows = new float[SHAPE.capacity() * SHAPE.rowFloats()];
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = random.nextInt(1000) * 0.01f - 5;
    }
    try (KvCaches caches = KvCaches.create()) {
      for (KvCache warm : fill(caches, rows, 12)) {
        warm.close();
      }
      long heapBefore = usedHeap();
      long before = residentBytes();
      List<KvCache> open = fill(caches, rows, CACHES);
      long grown = residentBytes() - before;
      long charged = open.stream().mapToLong(c -> c.bytes().resident()).sum();
      long heap = usedHeap() - heapBefore;
      boolean exact = open.stream().allMatch(c -> caches.audit(c).exact());
      open.forEach(KvCache::close);
      System.out.println(
          charged
              + " "
              + grown
              + " "
              + heap
              + " "
              + exact
              + " "
              + caches.ledger().report().reserved());
    }
  }

  private static List<KvCache> fill(KvCaches caches, float[] rows, int count) {
    List<KvCache> open = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      KvCache cache =
          caches.open(SHAPE, CacheSpec.parse("kivi:bits=2"), AttentionSpec.plain(SHAPE.headDim()));
      cache.layer(0).append(rows, 0, rows, 0, SHAPE.capacity());
      open.add(cache);
    }
    return open;
  }

  private static long usedHeap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static long residentBytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/smaps_rollup"))) {
      if (line.startsWith("Rss:")) {
        return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new IOException("no Rss line");
  }

  private ResidentProbe() {}
}
