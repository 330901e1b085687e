package dev.velox.planted.cache;

/** An engine with state that every cache shares. */
public final class CacheWithAMutableStatic {
  /** How many. */
  public static int opened;
}
