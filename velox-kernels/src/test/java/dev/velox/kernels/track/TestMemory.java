package dev.velox.kernels.track;

import dev.velox.api.BudgetException;
import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.spi.KvMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/** Memory that knows every segment it has handed out, and can refuse the n-th request. */
final class TestMemory implements KvMemory {
  private final Arena arena = Arena.ofAuto();
  private final Map<Long, Held> held = new HashMap<>();
  private int untilRefusal = Integer.MAX_VALUE;

  private static final class Held {
    final ByteRole role;
    final long bytes;
    int shares = 1;

    Held(ByteRole role, long bytes) {
      this.role = role;
      this.bytes = bytes;
    }
  }

  void refuseAfter(int requests) {
    untilRefusal = requests;
  }

  ByteReport bytes() {
    ByteReport sum = ByteReport.ZERO;
    for (Held h : held.values()) {
      sum = sum.plus(h.role, h.bytes);
    }
    return sum;
  }

  @Override
  public MemorySegment allocate(ByteRole role, long bytes) {
    if (untilRefusal-- <= 0) {
      throw new BudgetException(bytes, 0, 0);
    }
    MemorySegment segment = arena.allocate(bytes, 64);
    held.put(segment.address(), new Held(role, bytes));
    return segment;
  }

  @Override
  public void retain(MemorySegment segment) {
    of(segment).shares++;
  }

  @Override
  public void release(MemorySegment segment) {
    if (--of(segment).shares == 0) {
      segment.fill((byte) 0xff);
      held.remove(segment.address());
    }
  }

  @Override
  public boolean shared(MemorySegment segment) {
    return of(segment).shares > 1;
  }

  private Held of(MemorySegment segment) {
    Held h = held.get(segment.address());
    if (h == null || h.bytes != segment.byteSize()) {
      throw new AssertionError(segment + " is not held");
    }
    return h;
  }
}
