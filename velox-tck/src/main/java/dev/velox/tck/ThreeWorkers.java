package dev.velox.tck;

import dev.velox.api.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Three threads that share the tasks of a call. */
final class ThreeWorkers implements Workers {
  @Override
  public int count() {
    return 3;
  }

  @Override
  public void run(int tasks, Task task) {
    AtomicInteger next = new AtomicInteger();
    Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int w = 0; w < count(); w++) {
      int worker = w;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      for (int i = next.getAndIncrement(); i < tasks; i = next.getAndIncrement()) {
                        task.run(i, worker);
                      }
                    } catch (RuntimeException e) {
                      failures.add(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
    RuntimeException first = failures.peek();
    if (first != null) {
      throw first;
    }
  }
}
