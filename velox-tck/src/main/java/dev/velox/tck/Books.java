package dev.velox.tck;

import dev.velox.accounting.AuditReport;
import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.api.spi.PlanReport;
import dev.velox.cache.KvCaches;
import java.util.Collections;
import java.util.List;

/**
 * Laws: the bytes reported are the bytes held. The plan says them at every length while a sequence
 * grows, an audit finds exactly them after any history, and close gives all of them back.
 */
final class Books {
  private static final int LENGTHS = 400;
  private static final int FEW = 1 << 14;

  private Books() {}

  static void planIsWhatIsHeld(Subject subject) {
    Case example = Case.draw(subject, 600);
    List<AttentionSpec> layers = Collections.nCopies(example.shape().layers(), example.attention());
    Ledger ledger = Ledger.unlimited();
    try (KvCaches caches = example.caches(ledger);
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      long tables = ledger.report().charged().resident() - shadow.cache.bytes().resident();
      for (int n = 0; n < LENGTHS; n++) {
        PlanReport plan = caches.plan(example.shape(), example.spec(), layers, n);
        within(plan, shadow.cache.bytes(), "at length " + n + " of " + example);
        Claim.equal(
            ledger.report().charged().resident() - tables,
            shadow.cache.bytes().resident(),
            "ledger and cache at length " + n);
        shadow.append(1);
      }
    }
    Claim.equal(ByteReport.ZERO, ledger.report().charged(), "ledger after close, " + example);
  }

  /**
   * Beyond the first blocks every block takes the same, up to lengths and head counts whose bytes
   * no int holds. Nothing is allocated.
   */
  static void planHoldsAtAnySize(Subject subject) {
    KvShape drawn = Case.shape(subject, new Dice(1), 1);
    for (int heads : new int[] {1, (1 << 24) / drawn.headDim()}) {
      KvShape shape = new KvShape(1, heads, heads, drawn.headDim(), Integer.MAX_VALUE);
      for (Role role : subject.roles()) {
        long few = planned(subject, role, shape, FEW);
        double row = (planned(subject, role, shape, 2 * FEW) - few) / (double) FEW;
        Claim.that(row > 0, () -> role.label() + ": a row takes " + row + " bytes of " + shape);
        for (int rows : new int[] {1 << 20, 1 << 28, Integer.MAX_VALUE - 63}) {
          double expected = few + row * (rows - FEW);
          long planned = planned(subject, role, shape, rows);
          Claim.that(
              Math.abs(planned - expected) <= 0.01 * expected,
              () ->
                  role.label()
                      + ": "
                      + planned
                      + " bytes planned for "
                      + rows
                      + " rows of "
                      + shape
                      + ", must be about "
                      + expected);
        }
      }
    }
  }

  private static long planned(Subject subject, Role role, KvShape shape, int rows) {
    return subject.plan(role, shape, rows).high().resident();
  }

  /** A report lies between the bounds of a plan, role by role. */
  static void within(PlanReport plan, ByteReport held, String when) {
    if (plan.low().equals(plan.high())) {
      Claim.equal(plan.low(), held, "plan and bytes " + when);
      return;
    }
    for (ByteRole role : ByteRole.values()) {
      long bytes = held.of(role);
      Claim.that(
          plan.low().of(role) <= bytes && bytes <= plan.high().of(role),
          () ->
              role.label()
                  + " "
                  + bytes
                  + " outside the plan "
                  + plan.low().of(role)
                  + ".."
                  + plan.high().of(role)
                  + " "
                  + when);
    }
  }

  static void auditFindsThem(Subject subject, Effort effort) {
    for (int i = 0; i < effort.histories(); i++) {
      Case example = Case.draw(subject, 610 + i);
      Ledger ledger = Ledger.unlimited();
      try (KvCaches caches = example.caches(ledger)) {
        List<Op> ops = Op.history(new Dice(example.seed() ^ 0x6), 128, 3, effort.steps());
        Shrinker.run(example, ops, history -> play(example, caches, history));
      }
      Claim.equal(ByteReport.ZERO, ledger.report().charged(), "ledger after close, " + example);
    }
  }

  private static void play(Case example, KvCaches caches, List<Op> ops) {
    Shadow now = new Shadow(example, example.open(caches), RowKind.PLAIN);
    try {
      for (Op op : ops) {
        switch (op) {
          case Op.Append append -> now.append(append.rows());
          case Op.Extend extend -> now.append(extend.rows());
          case Op.Trim trim -> now.trim(trim.of(now.length()));
          case Op.Fork fork -> {
            Shadow child = now.fork();
            audit(caches, now.cache, "parent after fork");
            now.close();
            now = child;
          }
        }
        audit(caches, now.cache, "after " + op);
      }
      ByteReport without = now.cache.bytes();
      try (Scratch scratch = now.scratch()) {
        Claim.that(scratch.bytes() > 0, () -> "scratch of 0 bytes");
        Claim.that(
            now.cache.bytes().scratch() >= scratch.bytes(), () -> "scratch is not in bytes()");
      }
      Claim.equal(without, now.cache.bytes(), "bytes after the scratch was closed");
    } finally {
      now.close();
    }
  }

  private static void audit(KvCaches caches, KvCache cache, String when) {
    AuditReport audit = caches.audit(cache);
    Claim.that(audit.exact(), () -> "audit " + when + ": " + audit);
    ByteReport bytes = cache.bytes();
    ByteReport segments = bytes.plus(ByteRole.SCRATCH, -bytes.scratch());
    Claim.equal(segments, audit.found(), "bytes (scratch apart) and audit " + when);
  }
}
