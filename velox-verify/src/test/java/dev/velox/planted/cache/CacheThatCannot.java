package dev.velox.planted.cache;

/** An engine with a method that is not there. */
public final class CacheThatCannot {
  /** Refuses. */
  public void trim() {
    throw new UnsupportedOperationException();
  }
}
