package dev.velox.runtime;

import dev.velox.api.Workers;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A few threads that share short tasks with the caller. Handing work over allocates nothing; a
 * waiting thread spins briefly, then parks.
 *
 * <p>All state of a run is one number: the run's number above, the next task below. A worker claims
 * a task by adding one to it, which succeeds only while that run is the current one. A call that
 * meets the pool busy runs on its own thread.
 */
public final class WorkerPool implements Workers, AutoCloseable {
  private static final int SPINS = 2000;
  private static final int RUN_SHIFT = 32;
  private static final int EXHAUSTED = Integer.MAX_VALUE;

  private final Thread[] threads;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final AtomicLong state = new AtomicLong();
  private final AtomicInteger finished = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean closed;
  private volatile boolean callerParked;
  private volatile @Nullable Thread caller;
  private @Nullable Task task;
  private int tasks;

  /**
   * Starts the threads.
   *
   * @param workers how many workers, the caller being one of them; at least 1
   */
  public WorkerPool(int workers) {
    threads = new Thread[Math.max(1, workers) - 1];
    for (int i = 0; i < threads.length; i++) {
      int worker = i + 1;
      threads[i] =
          Thread.ofPlatform().daemon().name("velox-worker-" + worker).unstarted(() -> work(worker));
    }
    for (Thread thread : threads) {
      thread.start();
    }
  }

  @Override
  public int count() {
    return threads.length + 1;
  }

  @Override
  public void run(int taskCount, Task what) {
    if (threads.length == 0 || taskCount <= 1 || closed || !busy.compareAndSet(false, true)) {
      for (int i = 0; i < taskCount; i++) {
        what.run(i, 0);
      }
      return;
    }
    long run = ((state.get() >>> RUN_SHIFT) + 1) << RUN_SHIFT;
    try {
      task = what;
      tasks = taskCount;
      caller = Thread.currentThread();
      finished.set(0);
      state.set(run);
      for (Thread thread : threads) {
        LockSupport.unpark(thread);
      }
      takeTasks(run, 0);
      awaitOthers(taskCount);
    } finally {
      // Before the fields change: a late worker that reads the next run's count must not claim in
      // this one.
      state.set(run + EXHAUSTED);
      task = null;
      caller = null;
      busy.set(false);
    }
    Throwable first = failure.getAndSet(null);
    if (first instanceof RuntimeException e) {
      throw e;
    }
    if (first instanceof Error e) {
      throw e;
    }
  }

  private void awaitOthers(int taskCount) {
    for (int spin = 0; finished.get() < taskCount; spin++) {
      if (spin < SPINS) {
        Thread.onSpinWait();
      } else {
        callerParked = true;
        if (finished.get() < taskCount) {
          LockSupport.park(this);
        }
        callerParked = false;
      }
    }
  }

  private void work(int worker) {
    long seen = 0;
    int spin = 0;
    while (!closed) {
      long run = state.get() >>> RUN_SHIFT << RUN_SHIFT;
      if (run != seen) {
        seen = run;
        spin = 0;
        takeTasks(run, worker);
      } else if (spin < SPINS) {
        spin++;
        Thread.onSpinWait();
      } else {
        LockSupport.park(this);
      }
    }
  }

  /**
   * Takes tasks of one run until none is left. The fields are read before a claim confirms that
   * they are that run's.
   */
  private void takeTasks(long run, int worker) {
    while (true) {
      long now = state.get();
      Task what = task;
      int count = tasks;
      int index = (int) (now - run);
      if ((now >>> RUN_SHIFT) != (run >>> RUN_SHIFT) || index >= count || what == null) {
        return;
      }
      if (state.compareAndSet(now, now + 1)) {
        runOne(what, index, worker);
        Thread waiting = caller;
        if (finished.incrementAndGet() == count && callerParked) {
          LockSupport.unpark(waiting);
        }
      }
    }
  }

  private void runOne(Task what, int index, int worker) {
    try {
      what.run(index, worker);
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  /** Ends the threads; a run in progress is finished by its caller. Closing twice is quiet. */
  @Override
  public void close() {
    closed = true;
    for (Thread thread : threads) {
      LockSupport.unpark(thread);
    }
  }
}
