package dev.velox.verify.snapshot;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Rope;
import dev.velox.cache.KvCaches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Caches of the same rows on every machine. */
final class FixedCaches {
  private static final int DIM = 32;

  private FixedCaches() {}

  static KvShape shape(int layers) {
    return new KvShape(layers, 1, 2, DIM, 1 << 16);
  }

  static KvCache open(KvCaches caches, String spec, int layers) {
    AttentionSpec attention = AttentionSpec.plain(DIM).withRope(Rope.of(10_000, DIM));
    return caches.open(shape(layers), CacheSpec.parse(spec), attention);
  }

  /** Appends rows, whole numbers over a power of two: no machine rounds them. */
  static void append(KvCache cache, int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed + cache.length());
    float[] keys = new float[rows * cache.shape().rowFloats()];
    float[] values = new float[keys.length];
    for (int l = 0; l < cache.shape().layers(); l++) {
      for (int i = 0; i < keys.length; i++) {
        keys[i] = (random.nextInt(1 << 12) - (1 << 11)) / 512f + (i % 7) / 4f;
        values[i] = (random.nextInt(1 << 12) - (1 << 11)) / 1024f;
      }
      cache.layer(l).append(keys, 0, values, 0, rows);
    }
  }

  static byte[] saved(KvCache cache, Path file) {
    cache.snapshot(file);
    return read(file);
  }

  static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
