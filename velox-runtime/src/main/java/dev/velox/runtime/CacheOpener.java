package dev.velox.runtime;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;

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
}
