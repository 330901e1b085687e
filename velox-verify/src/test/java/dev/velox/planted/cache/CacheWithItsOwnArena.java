package dev.velox.planted.cache;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** An engine that allocates behind the ledger's back. */
public final class CacheWithItsOwnArena {
  /** Bytes nobody counts. */
  public MemorySegment bytes = Arena.ofAuto().allocate(64);
}
