package dev.velox.accounting;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Where slabs come from: the system's own mapping where that is allowed, else the JDK's arenas. */
interface SlabSource {

  /**
   * A slab's memory and the way to give it back.
   *
   * @param memory zeroed, on a 64-byte boundary
   * @param unmap gives it back to the system
   */
  record Mapping(MemorySegment memory, Runnable unmap) {}

  /** New zeroed memory, or null if the system has none. */
  @Nullable Mapping map(long bytes);

  /** Whether slabs of 2 MiB or more are advised to lie in huge pages. */
  boolean hugePages();

  /** The best source of this machine; asks first, so that no warning is ever printed. */
  static SlabSource best() {
    return LinuxMemory.available() ? new LinuxMemory() : new Arenas();
  }

  /** Slabs from shared arenas: one each, so that a slab can be given back by itself. */
  final class Arenas implements SlabSource {
    @Override
    @SuppressWarnings("MustBeClosedChecker")
    public @Nullable Mapping map(long bytes) {
      Arena arena = Arena.ofShared();
      try {
        return new Mapping(arena.allocate(bytes, 64), arena::close);
      } catch (OutOfMemoryError none) {
        arena.close();
        return null;
      }
    }

    @Override
    public boolean hugePages() {
      return false;
    }
  }
}
