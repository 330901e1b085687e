package dev.velox.accounting;

import java.lang.foreign.MemorySegment;

/**
 * One piece of memory from the system, cut into blocks. It arrives zeroed, and remembers how far it
 * has ever been handed out, so that only memory used before is cleared again.
 */
final class Slab {
  /** No memory at address 0: the slab of a probe, before all blocks of its span. */
  static final Slab NONE = new Slab(new SlabSource.Mapping(MemorySegment.NULL, () -> {}));

  private final SlabSource.Mapping mapping;
  private long used;

  Slab(SlabSource.Mapping mapping) {
    this.mapping = mapping;
  }

  MemorySegment memory() {
    return mapping.memory();
  }

  long size() {
    return mapping.memory().byteSize();
  }

  /** Makes a range that is about to be handed out read as zero. */
  void clear(long offset, long bytes) {
    long dirty = Math.min(used, offset + bytes) - offset;
    if (dirty > 0) {
      memory().asSlice(offset, dirty).fill((byte) 0);
    }
    used = Math.max(used, offset + bytes);
  }

  void unmap() {
    mapping.unmap().run();
  }
}
