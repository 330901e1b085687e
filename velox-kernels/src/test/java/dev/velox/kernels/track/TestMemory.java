package dev.velox.kernels.track;

import dev.velox.api.BudgetException;
import dev.velox.api.ByteReport;
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
    final ByteReport bytes;
    int shares = 1;

    Held(ByteReport bytes) {
      this.bytes = bytes;
    }
  }

  void refuseAfter(int requests) {
    untilRefusal = requests;
  }

  ByteReport bytes() {
    ByteReport sum = ByteReport.ZERO;
    for (Held h : held.values()) {
      sum = sum.plus(h.bytes);
    }
    return sum;
  }

  @Override
  public MemorySegment allocate(ByteReport bytes) {
    if (untilRefusal-- <= 0) {
      throw new BudgetException(bytes.resident(), 0, 0);
    }
    MemorySegment segment = arena.allocate(bytes.resident(), 64);
    held.put(segment.address(), new Held(bytes));
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
    if (h == null || h.bytes.resident() != segment.byteSize()) {
      throw new AssertionError(segment + " is not held");
    }
    return h;
  }
}
