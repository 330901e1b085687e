package dev.velox.runtime.weights;

import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/** Closing of memory that may be closed already, or be somebody else's. */
final class Arenas {
  private Arenas() {}

  static void close(@Nullable Arena arena) {
    if (arena != null && arena.scope().isAlive()) {
      arena.close();
    }
  }
}
