package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.ByteReport;
import dev.velox.cache.KvCaches;
import java.util.ArrayList;
import java.util.List;

/**
 * Laws: whatever happens to one member of a family of forks, no other changes by a bit; sealed
 * blocks are shared and counted once; the family's bytes are the ledger's.
 */
final class Forks {
  private static final int MOST = 6;

  private Forks() {}

  static void areIndependent(Subject subject, Effort effort) {
    for (int i = 0; i < Math.max(1, effort.histories() / 3); i++) {
      Case example = Case.draw(subject, 500 + i);
      Dice dice = new Dice(example.seed() ^ 0xF);
      Ledger ledger = Ledger.unlimited();
      List<Shadow> family = new ArrayList<>();
      try (KvCaches caches = example.caches(ledger)) {
        Shadow root = new Shadow(example, example.open(caches), RowKind.PLAIN);
        family.add(root);
        long tables = charged(ledger) - root.cache.bytes().resident();
        root.append(root.frontier().exactRows() + 64 * 3 + dice.below(64));
        List<Contents> held = new ArrayList<>(List.of(Contents.of(root)));
        for (int step = 0; step < 2 * effort.steps(); step++) {
          step(family, held, dice);
          compare(family, held, "step " + step + ", " + example);
          books(family, charged(ledger) - tables, example);
        }
        while (!family.isEmpty()) {
          int one = dice.below(family.size());
          family.remove(one).close();
          held.remove(one);
          compare(family, held, "closing, " + example);
          books(family, charged(ledger) - tables, example);
        }
        Claim.equal(tables, charged(ledger), "bytes after the last close");
      } finally {
        family.forEach(Shadow::close);
      }
    }
  }

  /** Bytes the ledger has charged. */
  private static long charged(Ledger ledger) {
    return ledger.report().charged().resident();
  }

  private static void step(List<Shadow> family, List<Contents> held, Dice dice) {
    int one = dice.below(family.size());
    Shadow shadow = family.get(one);
    switch (dice.below(family.size() < MOST ? 5 : 4)) {
      case 0 -> {
        if (family.size() > 1) {
          family.remove(one).close();
          held.remove(one);
          return;
        }
        shadow.append(1);
      }
      case 1 -> shadow.trim(dice.between(shadow.length() / 2, shadow.length()));
      case 2, 3 -> shadow.append(dice.of(1, 64, dice.below(150)));
      default -> {
        family.add(fork(shadow));
        held.add(Contents.of(family.getLast()));
      }
    }
    held.set(one, Contents.of(shadow));
  }

  private static Shadow fork(Shadow parent) {
    Contents before = Contents.of(parent);
    Shadow child = parent.fork();
    Contents.of(child).mustHoldRowsOf(before, "a new fork");
    ByteReport bytes = child.cache.bytes();
    long codes = bytes.keyCodes() + bytes.valueCodes() + bytes.parameters() + bytes.outliers();
    Claim.that(
        bytes.shared() >= codes,
        () -> "a new fork shares " + bytes.shared() + " bytes, its sealed blocks are " + codes);
    return child;
  }

  private static void compare(List<Shadow> family, List<Contents> held, String when) {
    for (int i = 0; i < family.size(); i++) {
      Contents.of(family.get(i)).mustHoldRowsOf(held.get(i), "member " + i + " after " + when);
    }
  }

  private static void books(List<Shadow> family, long charged, Case example) {
    long own = 0;
    long all = 0;
    for (Shadow shadow : family) {
      own += shadow.cache.bytes().own();
      all += shadow.cache.bytes().resident();
    }
    if (family.size() == 2) {
      Claim.equal(
          charged,
          own + family.get(0).cache.bytes().shared(),
          "own bytes of both and shared bytes once, against the ledger, " + example);
    }
    Claim.that(own <= charged && charged <= all, () -> "ledger " + charged + ", " + example);
  }
}
