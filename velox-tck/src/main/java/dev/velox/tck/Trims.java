package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.KvCache;
import dev.velox.api.TrimException;
import dev.velox.cache.KvCaches;

/**
 * Laws: trim keeps the first rows bit for bit or refuses before anything changes; a rollback within
 * {@code rowsUntilSeal} leaves no trace; trim to nothing leaves a new cache.
 */
final class Trims {
  private Trims() {}

  static void keepThePrefix(Subject subject, Effort effort) {
    for (int i = 0; i < effort.histories(); i++) {
      Case example = Case.draw(subject, 400 + i);
      Dice dice = new Dice(example.seed() ^ 0xD);
      try (KvCaches caches = example.caches(Ledger.unlimited());
          Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
        shadow.append(shadow.frontier().exactRows() + 64 * 3 + dice.below(130));
        for (int step = 0; step < effort.steps(); step++) {
          int keep = cut(shadow, dice);
          Claim.that(shadow.cache.canTrim(keep), () -> "canTrim(" + keep + ") is false");
          Contents before = Contents.of(shadow, 0, keep);
          shadow.trim(keep);
          Contents.of(shadow, 0, keep).mustHoldRowsOf(before, "trim to " + keep + ", " + example);
          Originals.check(shadow, "after trim to " + keep + ", " + example);
          int coded = shadow.frontier().position();
          Contents stays = Contents.of(shadow, 0, coded);
          shadow.append(dice.of(0, 1, 64, dice.below(150)));
          Contents.of(shadow, 0, coded).mustHoldRowsOf(stays, "rows after trim, " + example);
          Originals.check(shadow, "after rows that follow a trim to " + keep + ", " + example);
        }
      }
    }
  }

  private static int cut(Shadow shadow, Dice dice) {
    int length = shadow.length();
    int edge = Math.min(length, shadow.frontier().position());
    return switch (dice.below(4)) {
      case 0 -> length - Math.min(length, dice.of(0, 1, 2, 64));
      case 1 -> Math.max(0, edge - dice.of(0, 1, 63, 64, 65));
      case 2 -> Math.min(length, dice.of(1, 2, 64, 130));
      default -> dice.between(Math.min(1, length), length);
    };
  }

  static void refuseOrChangeNothing(Subject subject) {
    Case example = Case.draw(subject, 450);
    int window = 40;
    Case sliding = example.withAttention(example.attention().withSlidingWindow(window));
    for (Case c : new Case[] {example, sliding}) {
      try (KvCaches caches = c.caches(Ledger.unlimited());
          Shadow shadow = new Shadow(c, c.open(caches), RowKind.PLAIN)) {
        refused(shadow, -1);
        refused(shadow, 1);
        shadow.append(shadow.frontier().exactRows() + 64 * 4 + 5);
        refused(shadow, -1);
        refused(shadow, Integer.MIN_VALUE);
        refused(shadow, shadow.length() + 1);
        refused(shadow, Integer.MAX_VALUE);
        for (int keep = 1; keep < shadow.length(); keep += 37) {
          if (!shadow.cache.canTrim(keep)) {
            Claim.equal(sliding, c, "a cache without sliding window that cannot trim");
            refused(shadow, keep);
          }
        }
        Claim.that(shadow.cache.canTrim(shadow.length()), () -> "canTrim(length) is false");
        Claim.that(shadow.cache.canTrim(0), () -> "canTrim(0) is false");
      }
    }
  }

  private static void refused(Shadow shadow, int keep) {
    Contents before = Contents.of(shadow);
    Claim.that(!shadow.cache.canTrim(keep), () -> "canTrim(" + keep + ") is true");
    Claim.refused(TrimException.class, "trim to " + keep, () -> shadow.cache.trim(keep));
    Contents.of(shadow).mustEqual(before, "refused trim to " + keep);
  }

  static void rollbackLeavesNoTrace(Subject subject, Effort effort) {
    for (int i = 0; i < effort.histories(); i++) {
      Case example = Case.draw(subject, 470 + i);
      Dice dice = new Dice(example.seed() ^ 0xE);
      try (KvCaches caches = example.caches(Ledger.unlimited());
          Shadow straight = new Shadow(example, example.open(caches), RowKind.PLAIN);
          Shadow tried = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
        int end = straight.frontier().exactRows() + 64 * 3 + dice.below(64);
        while (straight.length() < end) {
          int rows = dice.of(1, dice.between(1, 40));
          straight.append(rows);
          tried.append(rows);
          rollBack(tried, dice);
          Contents.of(tried).mustEqual(Contents.of(straight), "rollback, " + example);
        }
      }
    }
  }

  private static void rollBack(Shadow shadow, Dice dice) {
    KvCache cache = shadow.cache;
    int free = cache.rowsUntilSeal();
    Claim.that(free >= 0, () -> "rowsUntilSeal is " + free);
    long serial = shadow.serial();
    int length = shadow.length();
    int frontier = cache.layer(0).frontier();
    shadow.append(dice.between(0, Math.min(free, 200)));
    if (length >= shadow.frontier().sinks()) {
      Claim.equal(frontier, cache.layer(0).frontier(), "frontier within rowsUntilSeal");
    }
    shadow.trim(length);
    shadow.continueFrom(serial);
  }

  static void toNothingIsNew(Subject subject) {
    Case example = Case.draw(subject, 490);
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow fresh = new Shadow(example, example.open(caches), RowKind.PLAIN);
        Shadow used = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      int rows = used.frontier().exactRows() + 64 * 3 + 9;
      used.append(rows);
      used.trim(0);
      Contents.of(used).mustEqual(Contents.of(fresh), "trim to nothing, " + example);
      used.continueFrom(0);
      used.append(rows);
      fresh.append(rows);
      Contents.of(used).mustEqual(Contents.of(fresh), "rows after trim to nothing, " + example);
    }
  }
}
