package dev.velox.runtime;

import dev.velox.api.BusyException;
import dev.velox.api.ClosedException;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Keeps something open while it is used, and closes it behind the last user. */
final class Lifetime {
  private final String what;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean closed;

  Lifetime(String what) {
    this.what = what;
  }

  /** A use that is going on. */
  interface Use extends AutoCloseable {
    @Override
    void close();
  }

  Use use() {
    lock.readLock().lock();
    if (closed) {
      lock.readLock().unlock();
      throw new ClosedException(what);
    }
    return lock.readLock()::unlock;
  }

  /** Waits for all uses, then ends; the second time it does nothing. */
  void close(Runnable end) {
    if (lock.getReadHoldCount() > 0) {
      throw new BusyException("close", "this very thread generates");
    }
    lock.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        end.run();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
