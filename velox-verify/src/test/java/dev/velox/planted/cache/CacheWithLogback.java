package dev.velox.planted.cache;

import ch.qos.logback.classic.Level;

/** An engine that names one logging backend. */
public final class CacheWithLogback {
  /** The level. */
  public Level level = Level.WARN;
}
