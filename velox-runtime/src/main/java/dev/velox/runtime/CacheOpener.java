package dev.velox.runtime;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.FormatException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.cache.KvCaches;
import dev.velox.cache.Snapshot;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Where the runtime gets its caches from. */
@FunctionalInterface
interface CacheOpener {

  /**
   * Opens an empty cache.
   *
   * @param shape layers, heads and capacity
   * @param spec how rows are stored
   * @param attention what attention does, the same in every layer
   * @return the cache, owned by the caller
   */
  KvCache open(KvShape shape, CacheSpec spec, AttentionSpec attention);

  /**
   * Opens a saved cache.
   *
   * @param file the snapshot
   * @param check refuses it by throwing
   * @return the cache, owned by the caller
   */
  default KvCache restore(Path file, Consumer<? super Snapshot> check) {
    throw new FormatException(
        file.toString(), -1, "snapshot", "present", "cannot be opened by these caches");
  }

  /** Caches of a factory. */
  static CacheOpener of(KvCaches caches) {
    return new CacheOpener() {
      @Override
      public KvCache open(KvShape shape, CacheSpec spec, AttentionSpec attention) {
        return caches.open(shape, spec, attention);
      }

      @Override
      public KvCache restore(Path file, Consumer<? super Snapshot> check) {
        return caches.restore(file, check);
      }
    };
  }
}
