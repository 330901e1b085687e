package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.BusyException;
import dev.velox.api.ClosedException;
import dev.velox.api.ExactType;
import dev.velox.api.KvCache;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Laws: many readers see the same bits; a reader that meets a writer or the end of the cache is
 * right or refused; nothing can be used after close.
 */
final class Readers {
  private static final int THREADS = 4;
  private static final int READS = 25;
  private static final long PAUSE_NANOS = 300_000;

  private Readers() {}

  static void seeTheSameBits(Subject subject) {
    Case example = Case.draw(subject, 1000);
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      shadow.append(shadow.frontier().exactRows() + 64 * 3 + 20);
      float[] q = shadow.queries(0);
      float[] expected;
      float[] rows = shadow.decoded(Role.KEYS, 0, 0, 0, shadow.length());
      try (Scratch scratch = shadow.scratch()) {
        expected = shadow.attend(0, q, scratch);
      }
      race(
          () -> {
            try (Scratch scratch = shadow.scratch()) {
              for (int i = 0; i < READS; i++) {
                Claim.sameBits(expected, shadow.attend(0, q, scratch), "attend of many");
              }
              float[] again = shadow.decoded(Role.KEYS, 0, 0, 0, shadow.length());
              Claim.sameBits(rows, again, "rows read by many");
            }
          },
          () -> {});
    }
  }

  /** Readers and a writer without agreement: each call is right or refused as busy. */
  static void meetAWriter(Subject subject) {
    Case example = Case.draw(subject, 1010);
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      shadow.append(shadow.frontier().exactRows() + 64);
      AtomicBoolean written = new AtomicBoolean();
      float[] q = shadow.queries(0);
      race(
          () -> {
            try (Scratch scratch = scratch(shadow.cache)) {
              while (!written.get()) {
                read(shadow, q, scratch);
              }
            }
          },
          () -> {
            try {
              for (int i = 0; i < 3 * 64; i++) {
                write(shadow);
              }
            } finally {
              written.set(true);
            }
          });
      Originals.check(shadow, "after readers met a writer, " + example);
    }
  }

  private static Scratch scratch(KvCache cache) {
    while (true) {
      try {
        return cache.newScratch(Workers.single());
      } catch (BusyException e) {
        Thread.onSpinWait();
      }
    }
  }

  private static void read(Shadow shadow, float[] q, Scratch scratch) {
    try {
      for (float x : shadow.attend(0, q, scratch)) {
        Claim.that(Float.isFinite(x), () -> "a reader that met a writer got " + x);
      }
      newestIsWhole(shadow);
    } catch (BusyException e) {
      pause();
    }
    pause();
  }

  /**
   * What a reader sees ends with a row that was handed over, whole: none is torn or yet to come.
   */
  private static void newestIsWhole(Shadow shadow) {
    int newest = shadow.cache.layer(0).length() - 1;
    int d = shadow.shape().headDim();
    for (Role role : Role.values()) {
      float[] given = shadow.given(role, 0, newest);
      ExactType type = shadow.exactType(role);
      for (int h = 0; h < shadow.shape().kvHeads(); h++) {
        float[] found = shadow.decoded(role, 0, h, newest, newest + 1);
        boolean exact = shadow.cache.layer(0).frontier() <= newest;
        for (int c = 0; exact && c < d; c++) {
          float expected = Originals.round(given[h * d + c], type);
          float x = found[c];
          Claim.that(
              Float.floatToRawIntBits(expected) == Float.floatToRawIntBits(x),
              () -> "a reader sees " + x + " in row " + newest + ", not " + expected);
        }
      }
    }
  }

  /** Readers pause between reads, or a writer that does not wait would starve. */
  private static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private static void write(Shadow shadow) {
    int layers = shadow.shape().layers();
    for (int l = 0; l < layers; l++) {
      float[] keys = shadow.next(Role.KEYS, l, 1);
      float[] values = shadow.next(Role.VALUES, l, 1);
      int margin = (keys.length - shadow.shape().rowFloats()) / 2;
      while (true) {
        try {
          shadow.cache.layer(l).append(keys, margin, values, margin, 1);
          shadow.remember(l, keys, values, 1);
          break;
        } catch (BusyException e) {
          Thread.onSpinWait();
        }
      }
    }
    shadow.arrived(1);
  }

  /** Close while others attend: they end right or with {@link ClosedException}, and soon. */
  static void closeDuringAttend(Subject subject) {
    Case example = Case.draw(subject, 1020);
    Ledger ledger = Ledger.unlimited();
    try (KvCaches caches = example.caches(ledger)) {
      for (int round = 0; round < 5; round++) {
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN);
        shadow.append(shadow.frontier().exactRows() + 64 * 2);
        float[] q = shadow.queries(0);
        List<Scratch> scratches = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          scratches.add(shadow.scratch());
        }
        float[] expected = shadow.attend(0, q, scratches.get(0));
        CountDownLatch begun = new CountDownLatch(THREADS);
        race(
            () -> {
              Scratch scratch;
              synchronized (scratches) {
                scratch = scratches.removeLast();
              }
              begun.countDown();
              try {
                while (true) {
                  Claim.sameBits(expected, shadow.attend(0, q, scratch), "attend before close");
                }
              } catch (ClosedException e) {
                scratch.close();
              }
            },
            () -> {
              Claim.that(begun.await(20, TimeUnit.SECONDS), () -> "readers did not start");
              shadow.close();
              shadow.close();
              // What the closed cache held is handed out again, and overwritten.
              try (Shadow other = new Shadow(example, example.open(caches), RowKind.LARGE)) {
                other.append(shadow.length());
              }
            });
      }
    }
    Claim.equal(0L, ledger.report().charged().resident(), "ledger after close, " + example);
  }

  static void nothingAfterClose(Subject subject) {
    Case example = Case.draw(subject, 1030);
    try (KvCaches caches = example.caches(Ledger.unlimited())) {
      Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN);
      shadow.append(70);
      KvCache cache = shadow.cache;
      Scratch scratch = shadow.scratch();
      float[] q = shadow.queries(0);
      float[] keys = shadow.next(Role.KEYS, 0, 1);
      int margin = (keys.length - shadow.shape().rowFloats()) / 2;
      var layer = cache.layer(0);
      cache.close();
      cache.close();
      closed("length", cache::length);
      closed("bytes", cache::bytes);
      closed("bits", cache::bits);
      closed("figures", cache::figures);
      closed("trim", () -> cache.trim(0));
      closed("canTrim", () -> cache.canTrim(0));
      closed("rowsUntilSeal", cache::rowsUntilSeal);
      closed("fork", () -> cache.fork().close());
      closed("newScratch", () -> cache.newScratch(Workers.single()).close());
      closed("layer.length", layer::length);
      closed("frontier", layer::frontier);
      closed("append", () -> layer.append(keys, margin, keys, margin, 1));
      closed("append of nothing", () -> layer.append(keys, margin, keys, margin, 0));
      int heads = shadow.shape().queryHeads();
      closed("attend", () -> layer.attend(0, heads, q, 0, q.clone(), 0, scratch));
      closed(
          "extend", () -> layer.extend(keys, margin, keys, margin, q, 0, 1, q.clone(), 0, scratch));
      closed("materialize", () -> layer.materialize(Role.KEYS, 0, 0, 1, keys, 0));
      scratch.close();
      scratch.close();
    }
  }

  private static void closed(String what, Claim.Call call) {
    Claim.refused(ClosedException.class, what + " after close", call);
  }

  /** Runs a reader on several threads, platform and virtual, and a writer on this one. */
  private static void race(Claim.Call reader, Claim.Call writer) {
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Runnable run =
          () -> {
            try {
              reader.run();
            } catch (Throwable e) {
              failures.add(e);
            }
          };
      threads.add(i % 2 == 0 ? Thread.ofPlatform().start(run) : Thread.ofVirtual().start(run));
    }
    try {
      writer.run();
      for (Thread thread : threads) {
        Claim.that(thread.join(Duration.ofSeconds(30)), () -> "a reader hangs");
      }
    } catch (Exception e) {
      throw new AssertionError("the writer threw " + e, e);
    }
    Throwable first = failures.peek();
    if (first != null) {
      throw new AssertionError("a reader failed: " + first.getMessage(), first);
    }
  }
}
