package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.ByteReport;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.cache.KvCaches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Law: many short sequences of calls, drawn by seed, on a small cache, against a plain model: the
 * rows that were handed over, the frontier, and every coded row as it was first seen. A fork whose
 * parent closes goes through a snapshot.
 */
final class Sequences {
  private static final List<String> SETTINGS =
      List.of(
          "sinks=0;window=0;center=off",
          "sinks=2;window=1;center=off;exact=f32",
          "sinks=0;window=5;center=on",
          "sinks=3;window=64");
  private static final int[] ROWS = {0, 1, 1, 2, 17, 62, 63, 64, 65, 70};

  private Sequences() {}

  static void followTheModel(Subject subject, Effort effort) {
    KvShape shape = shape(subject);
    Path file = file();
    try {
      for (int i = 0; i < tries(subject, effort); i++) {
        Dice dice = new Dice(i * 7919L + subject.toString().hashCode());
        String settings = dice.of(SETTINGS);
        Case example = Case.plain(subject, shape, settings, dice.seed());
        List<Op> ops = ops(dice, subject, shape);
        Ledger ledger = Ledger.unlimited();
        try (KvCaches caches = example.caches(ledger)) {
          Shrinker.run(example, ops, history -> play(example, caches, history, file));
        }
        Claim.equal(ByteReport.ZERO, ledger.report().charged(), "ledger after close, " + example);
      }
    } finally {
      delete(file);
    }
  }

  /** Most where options are at their default: the engine's paths are the same under any. */
  private static int tries(Subject subject, Effort effort) {
    return subject.spec().options().isEmpty() ? effort.sequences() : effort.sequences() / 20;
  }

  private static KvShape shape(Subject subject) {
    KvShape small = new KvShape(1, 1, 2, 16, 1024);
    return subject.accepts(small) ? small : Case.shape(subject, new Dice(1), 1);
  }

  private static List<Op> ops(Dice dice, Subject subject, KvShape shape) {
    int fit = 0;
    for (Role role : subject.roles()) {
      fit = Math.max(fit, subject.traits(role, shape).fitRows());
    }
    List<Op> ops = new ArrayList<>(List.of(new Op.Append(fit + dice.below(140))));
    for (int n = 3 + dice.below(8); n > 0; n--) {
      switch (dice.below(8)) {
        case 0, 1, 2 -> ops.add(new Op.Append(ROWS[dice.below(ROWS.length)]));
        case 3 -> ops.add(new Op.Extend(ROWS[dice.below(ROWS.length)]));
        case 4 -> ops.add(new Op.Trim(1000, dice.of(0, 1, 2, 63, 64, 65)));
        case 5 -> ops.add(new Op.Trim(dice.below(1001), 0));
        default -> ops.add(new Op.Fork(dice.oneIn(8)));
      }
    }
    return ops;
  }

  /** A cache, and its coded rows as they were first seen. */
  private static final class Member implements AutoCloseable {
    final Shadow shadow;
    private List<float[]> coded = List.of();
    private int seen;

    Member(Shadow shadow) {
      this.shadow = shadow;
    }

    /** Coded rows are what they were, lengths are the model's. */
    void look(String when) {
      int length = shadow.length();
      Claim.equal(length, shadow.cache.length(), "length " + when);
      seen = Math.min(seen, Math.min(length, shadow.frontier().position()));
      int to = shadow.cache.layer(0).frontier();
      List<float[]> now = new ArrayList<>();
      for (Role role : Role.values()) {
        now.add(shadow.decoded(role, 0, 0, 0, to));
      }
      int floats = seen * shadow.shape().headDim();
      for (int r = 0; r < coded.size(); r++) {
        String what = "rows before the frontier " + when;
        Claim.sameStart(coded.get(r), now.get(r), floats, what);
      }
      coded = now;
      seen = to;
    }

    Member fork() {
      return with(shadow.fork());
    }

    /** Goes through a file. */
    Member restored(KvCaches caches, Path file) {
      shadow.cache.snapshot(file);
      KvCache other = caches.restore(file);
      return with(shadow.continued(other, shadow.serial() + 1_000_003));
    }

    private Member with(Shadow other) {
      Member member = new Member(other);
      member.coded = coded;
      member.seen = seen;
      return member;
    }

    @Override
    public void close() {
      shadow.close();
    }
  }

  private static void play(Case example, KvCaches caches, List<Op> ops, Path file) {
    List<Member> open = new ArrayList<>();
    try {
      Member now = new Member(new Shadow(example, example.open(caches), RowKind.PLAIN));
      open.add(now);
      for (Op op : ops) {
        String when = "after " + op;
        switch (op) {
          case Op.Append append -> now.shadow.append(append.rows());
          case Op.Extend extend -> {
            now.shadow.append(extend.rows());
            attend(now.shadow);
          }
          case Op.Trim trim -> now.shadow.trim(trim.of(now.shadow.length()));
          case Op.Fork fork -> {
            Member child = fork.closeParent() ? now.restored(caches, file) : now.fork();
            open.add(child);
            if (fork.closeParent()) {
              now.close();
              open.remove(now);
            }
            now = child;
          }
        }
        now.look(when);
      }
      for (Member member : open) {
        member.look("at the end");
        Originals.check(member.shadow, "at the end");
      }
      Claim.that(caches.audit(now.shadow.cache).exact(), () -> "audit at the end");
    } finally {
      open.forEach(Member::close);
    }
  }

  private static void attend(Shadow shadow) {
    try (Scratch scratch = shadow.scratch()) {
      float[] q = shadow.queries(0);
      float[] out = shadow.attend(0, q, scratch);
      if (shadow.length() > 0) {
        ExactAttention.check(shadow, 0, q, out, 0, shadow.shape().queryHeads());
      }
    }
  }

  private static Path file() {
    try {
      return Files.createTempFile("velox-tck", ".vlx");
    } catch (IOException e) {
      throw new AssertionError("no place for snapshots", e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new AssertionError("the snapshot cannot be deleted", e);
    }
  }
}
