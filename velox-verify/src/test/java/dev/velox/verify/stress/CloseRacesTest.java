package dev.velox.verify.stress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.ClosedException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Readers attend to a fork while it is closed, at every moment by chance: each attention is right
 * to the bit or refused as closed, the memory goes back at once to forks that overwrite it, and the
 * JVM lives. 600 races, 100,000 under {@code velox.deep}.
 */
class CloseRacesTest {
  private static final int RACES =
      Integer.getInteger("velox.races", Boolean.getBoolean("velox.deep") ? 100_000 : 600);

  private static final int READERS = 3;
  private static final int DIM = 32;
  private static final int ROWS = 200;
  private static final KvShape SHAPE = new KvShape(1, 1, 2, DIM, 512);

  private final CyclicBarrier start = new CyclicBarrier(READERS + 1);
  private final CyclicBarrier end = new CyclicBarrier(READERS + 1);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final float[] q = numbers(2 * DIM, 3);
  private volatile KvCache current;
  private volatile float[] expected = {};
  private volatile long attended;

  private static float[] numbers(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] numbers = new float[n];
    for (int i = 0; i < n; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return numbers;
  }

  @Test
  void attentionIsRightOrClosed() throws Exception {
    Ledger ledger = Ledger.unlimited();
    try (KvCaches caches = KvCaches.of(Methods.installed(), ledger)) {
      KvCache parent = fresh(caches, 1);
      KvCache poison = fresh(caches, 2);
      try (Scratch scratch = parent.newScratch(Workers.single())) {
        float[] out = new float[2 * DIM];
        parent.layer(0).attend(0, 2, q, 0, out, 0, scratch);
        expected = out;
      }
      List<Thread> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        boolean virtual = i == 0;
        readers.add(
            virtual ? Thread.ofVirtual().start(this::read) : Thread.ofPlatform().start(this::read));
      }
      SplittableRandom random = new SplittableRandom(7);
      float[] more = numbers(100 * DIM, 4);
      for (int race = 0; race < RACES && failure.get() == null; race++) {
        current = parent.fork();
        if (random.nextInt(50) == 0) {
          parent.close(); // the fork lives on, and is the last to hold the blocks
        }
        meet(start);
        for (int spin = random.nextInt(4000); spin > 0; spin--) {
          Thread.onSpinWait();
        }
        current.close();
        try (KvCache other = poison.fork()) {
          other.layer(0).append(more, 0, more, 0, 100);
        }
        meet(end);
        parent = reopened(caches, parent);
      }
      current = null;
      meet(start);
      for (Thread reader : readers) {
        assertTrue(reader.join(Duration.ofSeconds(30)), "a reader hangs");
      }
      parent.close();
      poison.close();
    }
    assertNull(failure.get(), () -> String.valueOf(failure.get()));
    assertTrue(attended > RACES / 10, () -> "only " + attended + " attentions in " + RACES);
    assertEquals(0, ledger.report().charged().resident());
    System.out.println(RACES + " races, " + attended + " attentions");
  }

  /** Waits for the others, who may have failed; a machine that sleeps is no fault. */
  private void meet(CyclicBarrier barrier) throws InterruptedException, TimeoutException {
    try {
      barrier.await(10, TimeUnit.MINUTES);
    } catch (BrokenBarrierException e) {
      throw new AssertionError("another thread: " + failure.get(), failure.get());
    }
  }

  private static KvCache reopened(KvCaches caches, KvCache parent) {
    try {
      parent.length();
      return parent;
    } catch (ClosedException e) {
      return fresh(caches, 1);
    }
  }

  private static KvCache fresh(KvCaches caches, long seed) {
    KvCache cache =
        caches.open(
            SHAPE, CacheSpec.parse("uniform:bits=4;sinks=2;window=3"), AttentionSpec.plain(DIM));
    float[] rows = numbers(ROWS * DIM, seed);
    cache.layer(0).append(rows, 0, rows, 0, ROWS);
    return cache;
  }

  private void read() {
    float[] out = new float[2 * DIM];
    try {
      while (true) {
        meet(start);
        KvCache cache = current;
        if (cache == null) {
          return;
        }
        try (Scratch scratch = cache.newScratch(Workers.single())) {
          while (true) {
            cache.layer(0).attend(0, 2, q, 0, out, 0, scratch);
            assertArrayEquals(expected, out);
            if (++attended % 8 == 0) {
              Thread.yield(); // or few races are run where threads outnumber processors
            }
          }
        } catch (ClosedException e) {
          // as it must end
        }
        meet(end);
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
      start.reset();
      end.reset();
    }
  }
}
