package dev.velox.planted.cache;

/** An engine whose fault says nothing. */
public final class CacheWithABareError {
  /** Fails. */
  public void append() {
    throw new RuntimeException("failed");
  }
}
