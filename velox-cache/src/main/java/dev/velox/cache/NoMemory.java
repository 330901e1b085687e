package dev.velox.cache;

import dev.velox.api.ByteReport;
import dev.velox.api.spi.KvMemory;
import java.lang.foreign.MemorySegment;

/** The memory of a context that only plans: every call is a fault of the method. */
final class NoMemory implements KvMemory {
  static final NoMemory INSTANCE = new NoMemory();

  private NoMemory() {}

  @Override
  public MemorySegment allocate(ByteReport bytes) {
    throw new IllegalStateException("a plan may not allocate");
  }

  @Override
  public void retain(MemorySegment segment) {
    throw new IllegalStateException("a plan may not retain");
  }

  @Override
  public void release(MemorySegment segment) {
    throw new IllegalStateException("a plan may not release");
  }

  @Override
  public boolean shared(MemorySegment segment) {
    return false;
  }
}
