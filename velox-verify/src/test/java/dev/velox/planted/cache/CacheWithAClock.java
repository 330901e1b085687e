package dev.velox.planted.cache;

/** An engine whose state depends on the time. */
public final class CacheWithAClock {
  /** When. */
  public long opened = System.nanoTime();
}
