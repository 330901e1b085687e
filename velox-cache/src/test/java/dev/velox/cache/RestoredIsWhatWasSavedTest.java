package dev.velox.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.BudgetException;
import dev.velox.api.ByteReport;
import dev.velox.api.CacheSpec;
import dev.velox.api.ClosedException;
import dev.velox.api.ConfigException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.api.Rope;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A restored cache is bit for bit the one that was saved, and goes on as that one would. */
class RestoredIsWhatWasSavedTest {
  private static final KvShape SHAPE = new KvShape(3, 2, 4, 16, 4096);
  private static final Rope ROPE = Rope.of(10_000, 16).withPairing(Rope.Pairing.INTERLEAVED);
  private static final AttentionSpec PLAIN = AttentionSpec.plain(16);
  private static final List<AttentionSpec> LAYERS =
      List.of(
          PLAIN.withRope(ROPE),
          PLAIN.withRope(Rope.of(500_000, 8)).withSlidingWindow(100),
          new AttentionSpec(0.3f, 20, 0, PLAIN.rope()));

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("cache.vlx");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f32;sinks=0;window=0",
        "f16;center=on;sinks=3;window=7",
        "uniform:bits=3;sinks=70;exact=f32;precision=exact",
        "keys=kivi:bits=2,group-size=16;values=f32;window=33;sinks=1",
        "keys=uniform:bits=4;values=kivi:bits=1;center=off;layers[1]=f16;layers[2]=kivi:bits=4"
      })
  void atEveryPhaseOfABlock(String spec) {
    Rows rows = new Rows(SHAPE, 700, ROPE, 2, 11);
    try (KvCaches caches = KvCaches.create();
        KvCache saved = caches.open(SHAPE, CacheSpec.parse(spec), LAYERS)) {
      for (int length = 0; length <= 330; length += length < 140 ? 23 : 5) {
        rows.append(saved, saved.length(), length);
        saved.snapshot(file());
        try (KvCache restored = caches.restore(file());
            KvCache twin = saved.fork()) {
          Saved.assertSame(caches, saved, restored);
          Saved.assertContinueAlike(caches, twin, restored, rows, length + 70);
        }
      }
    }
  }

  @Test
  void afterTrimsAndForgottenRows() {
    Rows rows = new Rows(SHAPE, 1400, ROPE, 2, 12);
    CacheSpec spec = CacheSpec.parse("kivi:bits=3;window=10;sinks=2");
    try (KvCaches caches = KvCaches.create();
        KvCache saved = caches.open(SHAPE, spec, LAYERS)) {
      rows.append(saved, 0, 900);
      for (int cut : new int[] {899, 880, 860}) {
        saved.trim(cut);
        saved.snapshot(file());
        try (KvCache restored = caches.restore(file());
            KvCache twin = saved.fork()) {
          Saved.assertContinueAlike(caches, twin, restored, rows, 1100);
        }
      }
      saved.trim(0);
      saved.snapshot(file());
      try (KvCache restored = caches.restore(file())) {
        Saved.assertSame(caches, saved, restored);
        Saved.assertContinueAlike(caches, saved, restored, rows, 300);
      }
    }
  }

  @Test
  void aForkIsSavedWholeAndTheSameCacheGivesTheSameFile() {
    Rows rows = new Rows(SHAPE, 400, ROPE, 1, 13);
    try (KvCaches caches = KvCaches.create();
        KvCache parent = caches.open(SHAPE, CacheSpec.parse("uniform:bits=4"), LAYERS)) {
      rows.append(parent, 0, 300);
      parent.snapshot(file());
      byte[] first = Saved.bytes(file());
      try (KvCache fork = parent.fork()) {
        fork.snapshot(file());
        assertArrayEquals(first, Saved.bytes(file()), "a fork of the same rows");
      }
      try (KvCache restored = caches.restore(file())) {
        restored.snapshot(file());
        assertArrayEquals(first, Saved.bytes(file()), "saved again");
        assertEquals(0, restored.bytes().shared());
      }
    }
  }

  @Test
  void notesAndSettingsCanBeSeenAndRefused() {
    try (KvCaches caches = KvCaches.create();
        KvCache saved = caches.open(SHAPE, CacheSpec.parse("f16"), LAYERS)) {
      new Rows(SHAPE, 5, ROPE, 1, 14).append(saved, 0, 5);
      saved.snapshot(file(), Map.of("app.tokens", new byte[] {1, 2, 3}, "empty", new byte[0]));
      AtomicReference<Snapshot> seen = new AtomicReference<>();
      caches.restore(file(), seen::set).close();
      assertEquals(SHAPE, seen.get().shape());
      assertEquals(saved.effective(), seen.get().effective());
      assertEquals(LAYERS, seen.get().attention());
      assertEquals(5, seen.get().length());
      assertEquals(Saved.bytes(file()).length, seen.get().bytes());
      assertArrayEquals(new byte[] {1, 2, 3}, seen.get().notes().get("app.tokens"));
      assertEquals(2, seen.get().notes().size());
      ByteReport before = caches.ledger().report().charged();
      IllegalStateException no = new IllegalStateException("no");
      assertThrows(
          IllegalStateException.class,
          () ->
              caches.restore(
                  file(),
                  s -> {
                    throw no;
                  }));
      assertEquals(before, caches.ledger().report().charged());
      assertThrows(
          ConfigException.class, () -> saved.snapshot(file(), Map.of("No Name", new byte[1])));
      saved.close();
      assertThrows(ClosedException.class, () -> saved.snapshot(file()));
    }
  }

  @Test
  void aBudgetIsKept() {
    Rows rows = new Rows(SHAPE, 400, null, 1, 15);
    AttentionSpec plain = AttentionSpec.plain(16);
    long needed;
    try (KvCaches caches = KvCaches.create();
        KvCache saved = caches.open(SHAPE, CacheSpec.parse("kivi:bits=4"), plain)) {
      rows.append(saved, 0, 400);
      saved.snapshot(file());
      needed = saved.bytes().resident();
    }
    for (long budget : new long[] {1, needed / 2, needed - 1, needed}) {
      try (KvCaches caches = KvCaches.of(Methods.installed(), Ledger.withBudget(budget))) {
        if (budget < needed) {
          assertThrows(BudgetException.class, () -> caches.restore(file()));
        } else {
          caches.restore(file()).close();
        }
        assertEquals(0, caches.ledger().report().charged().resident());
      }
    }
  }
}
