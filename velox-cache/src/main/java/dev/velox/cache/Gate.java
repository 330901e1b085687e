package dev.velox.cache;

import dev.velox.api.BusyException;
import dev.velox.api.ClosedException;
import dev.velox.api.PluginException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets many readers or one writer in, refuses the rest at once, and closes behind the last reader.
 */
final class Gate {
  private static final int WRITING = 1 << 30;
  private static final int CLOSED = 1 << 31;
  private static final long NAP_NANOS = 20_000;

  // CLOSED bit | WRITING bit | number of readers
  private final AtomicInteger state = new AtomicInteger();

  // Set when a method failed half-way through a write: what is held is not to be trusted.
  private volatile @Nullable PluginException broken;

  /** Refuses every later call but close, if a method itself failed. */
  RuntimeException breakBy(RuntimeException error) {
    if (error instanceof PluginException fault) {
      broken = fault;
    }
    return error;
  }

  private void checkWhole() {
    PluginException fault = broken;
    if (fault != null) {
      throw new PluginException(
          fault.provider(),
          fault.source(),
          "failed in an earlier call, half-way: this cache can only be closed",
          fault);
    }
  }

  void enterRead(String call) {
    checkWhole();
    int s = state.get();
    while (true) {
      if (s < 0) {
        throw new ClosedException("this cache");
      }
      if ((s & WRITING) != 0) {
        throw new BusyException(call, "another thread writes");
      }
      if (state.compareAndSet(s, s + 1)) {
        return;
      }
      s = state.get();
    }
  }

  void exitRead() {
    state.decrementAndGet();
  }

  void enterWrite(String call) {
    checkWhole();
    if (!state.compareAndSet(0, WRITING)) {
      int s = state.get();
      if (s < 0) {
        throw new ClosedException("this cache");
      }
      throw new BusyException(
          call, (s & WRITING) != 0 ? "another thread writes" : "another thread reads");
    }
  }

  void exitWrite() {
    state.addAndGet(-WRITING);
  }

  void checkOpen() {
    if (state.get() < 0) {
      throw new ClosedException("this cache");
    }
  }

  /**
   * Refuses everyone from now on and waits until those inside have left; false if closed before.
   */
  boolean close() {
    int before = state.getAndUpdate(s -> s | CLOSED);
    if (before < 0) {
      return false;
    }
    while ((state.get() & ~CLOSED) != 0) {
      LockSupport.parkNanos(this, NAP_NANOS);
    }
    return true;
  }
}
