package dev.velox.tck;

import dev.velox.accounting.AuditReport;
import dev.velox.accounting.Ledger;
import dev.velox.api.ByteReport;
import dev.velox.api.KvCache;
import dev.velox.api.Scratch;
import dev.velox.cache.KvCaches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Laws: a cache restored from a snapshot is bit for bit the one that was saved, in rows, lengths,
 * settings and bytes, and every later call gives the same bits; the same cache gives the same file.
 */
final class Snapshots {
  private static final int BLOCK = 64;
  private static final int LATER = 70;

  private Snapshots() {}

  /** After any history. */
  static void restoreEveryBit(Subject subject, Effort effort) {
    for (int i = 0; i < effort.histories(); i++) {
      Case example = Case.draw(subject, 700 + i);
      Ledger ledger = Ledger.unlimited();
      try (Folder folder = new Folder();
          KvCaches caches = example.caches(ledger)) {
        List<Op> ops = Op.history(new Dice(example.seed() ^ 0x7), 128, 3, effort.steps());
        Shrinker.run(example, ops, history -> play(example, caches, history, folder.file()));
      }
      Claim.equal(ByteReport.ZERO, ledger.report().charged(), "ledger after close, " + example);
    }
  }

  private static void play(Case example, KvCaches caches, List<Op> ops, Path file) {
    Shadow now = new Shadow(example, example.open(caches), RowKind.PLAIN);
    try {
      for (Op op : ops) {
        switch (op) {
          case Op.Append append -> now.append(append.rows());
          case Op.Extend extend -> now.append(extend.rows());
          case Op.Trim trim -> now.trim(trim.of(now.length()));
          case Op.Fork fork -> {
            Shadow child = now.fork();
            now.close();
            now = child;
          }
        }
      }
      compare(now, caches, file, 1, 1 + now.length() % LATER, LATER);
    } finally {
      now.close();
    }
  }

  /** At every length modulo the block, with codes, and before there are any. */
  static void atEveryPhase(Subject subject) {
    Case example = Case.draw(subject, 750);
    try (Folder folder = new Folder();
        KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      compare(shadow, caches, folder.file(), 1, LATER);
      shadow.append(1);
      compare(shadow, caches, folder.file(), 1, LATER);
      shadow.append(shadow.frontier().exactRows() + BLOCK);
      for (int phase = 0; phase < BLOCK; phase++) {
        shadow.append(1);
        compare(shadow, caches, folder.file(), 1, BLOCK);
      }
    }
  }

  /** With rows that a sliding window has forgotten, and with numbers that were clamped. */
  static void withAllThereIs(Subject subject) {
    Case drawn = Case.draw(subject, 760);
    Case sliding = drawn.withAttention(drawn.attention().withSlidingWindow(40));
    for (RowKind kind : new RowKind[] {RowKind.PLAIN, RowKind.LARGE}) {
      try (Folder folder = new Folder();
          KvCaches caches = sliding.caches(Ledger.unlimited());
          Shadow shadow = new Shadow(sliding, sliding.open(caches), kind)) {
        shadow.append(shadow.frontier().exactRows() + 5 * BLOCK + 9);
        compare(shadow, caches, folder.file(), kind == RowKind.PLAIN, 1, LATER);
      }
    }
  }

  /** Saves, restores, compares; then both go the same way, and are compared again. */
  private static void compare(Shadow saved, KvCaches caches, Path file, int... later) {
    compare(saved, caches, file, true, later);
  }

  private static void compare(
      Shadow saved, KvCaches caches, Path file, boolean near, int... later) {
    Case example = saved.example;
    String when = "at length " + saved.length() + " of " + example;
    saved.cache.snapshot(file);
    byte[] bytes = read(file);
    KvCache restored = caches.restore(file);
    try (Shadow twin = saved.fork();
        Shadow shadow = saved.continued(restored, twin.serial())) {
      Claim.equal(saved.cache.effective(), restored.effective(), "settings restored " + when);
      Claim.equal(saved.cache.rowsUntilSeal(), restored.rowsUntilSeal(), "rows until seal " + when);
      same(shadow, saved, "restored " + when);
      AuditReport audit = caches.audit(restored);
      Claim.that(audit.exact(), () -> "audit of the cache restored " + when + ": " + audit);
      restored.snapshot(file);
      Claim.that(
          Arrays.equals(bytes, read(file)), () -> "the cache restored gives another file, " + when);
      try (Scratch one = twin.scratch();
          Scratch other = shadow.scratch()) {
        for (int count : later) {
          List<float[]> expected = twin.extend(count, one);
          List<float[]> found = shadow.extend(count, other);
          for (int l = 0; l < expected.size(); l++) {
            Claim.sameBits(expected.get(l), found.get(l), "outputs after a restore " + when);
          }
        }
      }
      int keep = saved.length();
      twin.trim(keep);
      shadow.trim(keep);
      same(shadow, twin, "rows after a restore " + when);
      if (near) {
        Originals.check(shadow, "after a restore " + when);
      }
    }
  }

  private static void same(Shadow found, Shadow expected, String what) {
    Contents a = Contents.of(expected);
    Contents b = Contents.of(found);
    b.mustHoldRowsOf(a, what);
    Claim.equal(a.lengths(), b.lengths(), what + ": lengths and frontiers");
    Claim.equal(a.bytes().withShared(0), b.bytes().withShared(0), what + ": bytes");
    Claim.equal(expected.cache.figures(), found.cache.figures(), what + ": figures");
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new AssertionError("the snapshot cannot be read", e);
    }
  }

  /** A folder of its own for one snapshot. */
  private static final class Folder implements AutoCloseable {
    private final Path folder;

    Folder() {
      try {
        folder = Files.createTempDirectory("velox-tck");
      } catch (IOException e) {
        throw new AssertionError("no folder for snapshots", e);
      }
    }

    Path file() {
      return folder.resolve("cache.vlx");
    }

    @Override
    public void close() {
      try {
        Files.deleteIfExists(file());
        Files.delete(folder);
      } catch (IOException e) {
        throw new AssertionError("a save has left something in " + folder, e);
      }
    }
  }
}
