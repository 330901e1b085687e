package dev.velox.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/**
 * Every task runs once, workers are never shared, failures come out, and the pool goes on after
 * them.
 */
class WorkersShareTasksTest {

  @Test
  void everyTaskRunsOnceWhateverTheirNumber() {
    try (WorkerPool pool = new WorkerPool(4)) {
      assertEquals(4, pool.count());
      for (int round = 0; round < 20_000; round++) {
        int tasks = round % 23;
        AtomicIntegerArray runs = new AtomicIntegerArray(24);
        AtomicIntegerArray inUse = new AtomicIntegerArray(4);
        pool.run(
            tasks,
            (index, worker) -> {
              assertEquals(1, inUse.incrementAndGet(worker), "one task at a time a worker");
              runs.incrementAndGet(index);
              inUse.decrementAndGet(worker);
            });
        for (int i = 0; i < 24; i++) {
          assertEquals(i < tasks ? 1 : 0, runs.get(i), "round " + round + " task " + i);
        }
      }
    }
  }

  @Test
  void writesOfTasksAreSeen() {
    try (WorkerPool pool = new WorkerPool(3)) {
      int[] cells = new int[64];
      for (int round = 1; round <= 2000; round++) {
        pool.run(64, (index, worker) -> cells[index]++);
        for (int cell : cells) {
          assertEquals(round, cell);
        }
      }
    }
  }

  @Test
  void failuresComeOutAndThePoolGoesOn() {
    try (WorkerPool pool = new WorkerPool(3)) {
      AtomicInteger ran = new AtomicInteger();
      IllegalStateException fault = new IllegalStateException("planted");
      IllegalStateException seen =
          assertThrows(
              IllegalStateException.class,
              () ->
                  pool.run(
                      16,
                      (index, worker) -> {
                        ran.incrementAndGet();
                        if (index == 7) {
                          throw fault;
                        }
                      }));
      assertSame(fault, seen);
      assertEquals(16, ran.get());
      pool.run(16, (index, worker) -> ran.incrementAndGet());
      assertEquals(32, ran.get());
    }
  }

  @Test
  void callersThatMeetABusyPoolRunAlone() throws InterruptedException {
    try (WorkerPool pool = new WorkerPool(2)) {
      AtomicInteger sum = new AtomicInteger();
      Runnable caller =
          () -> {
            for (int i = 0; i < 500; i++) {
              pool.run(8, (index, worker) -> sum.incrementAndGet());
            }
          };
      Thread other = new Thread(caller);
      other.start();
      caller.run();
      other.join();
      assertEquals(8000, sum.get());
      pool.run(2, (i, w) -> pool.run(2, (j, v) -> sum.incrementAndGet()));
      assertEquals(8004, sum.get());
    }
  }

  @Test
  void aClosedPoolRunsOnTheCaller() {
    WorkerPool pool = new WorkerPool(3);
    pool.close();
    pool.close();
    Thread self = Thread.currentThread();
    pool.run(5, (index, worker) -> assertSame(self, Thread.currentThread()));
    assertTrue(new WorkerPool(1).count() == 1);
  }
}
