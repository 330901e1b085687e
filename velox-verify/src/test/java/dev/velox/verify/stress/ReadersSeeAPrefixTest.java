package dev.velox.verify.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.BusyException;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.Methods;
import dev.velox.api.Role;
import dev.velox.cache.KvCaches;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * One writer appends and trims rows tagged with their position while eight readers read: what each
 * sees is the whole of the rows before some position, none torn, none yet to come.
 */
class ReadersSeeAPrefixTest {
  private static final int APPENDS = Boolean.getBoolean("velox.deep") ? 2_000_000 : 6_000;
  private static final int READERS = 8;
  private static final int DIM = 16;
  private static final int CAPACITY = 700;

  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final LongAdder reads = new LongAdder();
  private volatile boolean written;

  @Test
  void rowsAreWholeAndInOrder() throws Exception {
    Ledger ledger = Ledger.unlimited();
    KvShape shape = new KvShape(1, 1, 1, DIM, CAPACITY);
    try (KvCaches caches = KvCaches.of(Methods.installed(), ledger);
        KvCache cache =
            caches.open(shape, CacheSpec.parse("f32;sinks=2;window=9"), AttentionSpec.plain(DIM))) {
      List<Thread> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        Runnable read = () -> read(cache.layer(0));
        readers.add(i % 2 == 0 ? Thread.ofPlatform().start(read) : Thread.ofVirtual().start(read));
      }
      write(cache);
      written = true;
      for (Thread reader : readers) {
        assertTrue(reader.join(Duration.ofSeconds(30)), "a reader hangs");
      }
    }
    assertNull(failure.get(), () -> String.valueOf(failure.get()));
    assertTrue(reads.sum() > READERS, () -> "only " + reads.sum() + " reads");
    assertEquals(0, ledger.report().charged().resident());
    System.out.println(reads.sum() + " reads beside " + APPENDS + " appends");
  }

  private void write(KvCache cache) {
    float[] row = new float[DIM];
    for (int i = 0; i < APPENDS && failure.get() == null; ) {
      int length = cache.length();
      Arrays.fill(row, length);
      try {
        if (length == CAPACITY) {
          cache.trim(i % 3 == 0 ? 0 : i % CAPACITY);
        } else {
          cache.layer(0).append(row, 0, row, 0, 1);
          i++;
        }
      } catch (BusyException e) {
        Thread.onSpinWait();
      }
    }
  }

  private void read(LayerCache layer) {
    float[] rows = new float[CAPACITY * DIM];
    try {
      while (!written && failure.get() == null) {
        try {
          int length = layer.length();
          int from = Math.max(0, length - 200);
          layer.materialize(
              reads.intValue() % 2 == 0 ? Role.KEYS : Role.VALUES, 0, from, length, rows, 0);
          for (int t = from; t < length; t++) {
            for (int c = 0; c < DIM; c++) {
              assertEquals(t, rows[(t - from) * DIM + c]);
            }
          }
          reads.increment();
        } catch (BusyException | dev.velox.api.TrimException e) {
          // a write came first, or trimmed what was asked for
        }
        LockSupport.parkNanos(20_000);
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    }
  }
}
