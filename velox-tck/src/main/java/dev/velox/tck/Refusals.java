package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.BudgetException;
import dev.velox.api.CapacityException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.NonFiniteException;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.api.VeloxException;
import dev.velox.cache.KvCaches;

/**
 * Laws: a call that throws leaves rows, lengths and bytes of every layer as they were, whatever
 * made it throw and however far the call had come.
 */
final class Refusals {
  private static final float[] BAD = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};

  private Refusals() {}

  /** NaN and infinity anywhere in keys or values, also in layer 5 of 6. */
  static void nonFinite(Subject subject) {
    Case drawn = Case.draw(subject, 700);
    KvShape one = drawn.shape();
    KvShape six = new KvShape(6, one.kvHeads(), one.queryHeads(), one.headDim(), 2048);
    Case example = drawn.withShape(six);
    Dice dice = new Dice(example.seed() ^ 0x7);
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN);
        Scratch scratch = shadow.scratch()) {
      shadow.append(shadow.frontier().exactRows() + 64 * 3 + 30);
      for (int i = 0; i < 6; i++) {
        bad(shadow, dice, dice.below(6), dice.of(1, 40, 130), scratch);
        int free = shadow.cache.rowsUntilSeal();
        if (free > 0) {
          Contents before = Contents.of(shadow);
          int count = dice.between(1, Math.min(free, 40));
          for (int l = 0; l < 5; l++) {
            float[] keys = good(shadow, Role.KEYS, l, count);
            shadow.cache.layer(l).append(keys, 0, good(shadow, Role.VALUES, l, count), 0, count);
          }
          bad(shadow, dice, 5, count, scratch);
          shadow.cache.trim(shadow.length());
          Contents.of(shadow).mustEqual(before, "rows refused by the last layer, " + example);
        }
        shadow.append(dice.below(9));
      }
      shadow.append(70);
      Originals.check(shadow, "after refused rows, " + example);
    }
  }

  /** Rows that one layer refuses, appended or extended. */
  private static void bad(Shadow shadow, Dice dice, int layer, int count, Scratch scratch) {
    int n = shadow.shape().rowFloats();
    int d = shadow.shape().headDim();
    int token = dice.below(count);
    int at = dice.below(n);
    Role role = dice.oneIn(2) ? Role.KEYS : Role.VALUES;
    float value = BAD[dice.below(BAD.length)];
    float[] keys = good(shadow, Role.KEYS, layer, count);
    float[] values = good(shadow, Role.VALUES, layer, count);
    (role == Role.KEYS ? keys : values)[token * n + at] = value;
    LayerCache refusing = shadow.cache.layer(layer);
    float[] q = new float[count * shadow.shape().queryHeads() * d];
    boolean append = dice.oneIn(2);
    Contents before = Contents.of(shadow);
    NonFiniteException thrown =
        Claim.refused(
            NonFiniteException.class,
            role.label() + " with " + value,
            append
                ? () -> refusing.append(keys, 0, values, 0, count)
                : () -> refusing.extend(keys, 0, values, 0, q, 0, count, q.clone(), 0, scratch));
    Contents.of(shadow).mustEqual(before, "refused rows of layer " + layer);
    Claim.equal(role, thrown.role(), "role named");
    Claim.equal(layer, thrown.layer(), "layer named");
    Claim.equal(shadow.length() + token, thrown.token(), "token named");
    Claim.equal(at / d, thrown.head(), "head named");
    Claim.equal(at % d, thrown.channel(), "channel named");
  }

  private static float[] good(Shadow shadow, Role role, int layer, int count) {
    float[] padded = shadow.next(role, layer, count);
    int n = count * shadow.shape().rowFloats();
    float[] rows = new float[n];
    System.arraycopy(padded, (padded.length - n) / 2, rows, 0, n);
    return rows;
  }

  /** More rows than fit; the full cache still serves. */
  static void capacity(Subject subject) {
    Case drawn = Case.draw(subject, 710);
    KvShape s = drawn.shape();
    Case example =
        drawn.withShape(new KvShape(s.layers(), s.kvHeads(), s.queryHeads(), s.headDim(), 300));
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      shadow.append(299);
      for (int asked : new int[] {2, 300}) {
        Contents before = Contents.of(shadow);
        float[] rows = new float[asked * s.rowFloats()];
        CapacityException thrown =
            Claim.refused(
                CapacityException.class,
                asked + " rows with 1 free",
                () -> shadow.cache.layer(0).append(rows, 0, rows, 0, asked));
        Claim.equal(1, thrown.free(), "free rows named");
        Contents.of(shadow).mustEqual(before, "append beyond capacity, " + example);
      }
      shadow.append(1);
      Originals.check(shadow, "at capacity");
      try (var scratch = shadow.scratch()) {
        float[] q = shadow.queries(0);
        float[] out = shadow.attend(0, q, scratch);
        ExactAttention.check(shadow, 0, q, out, 0, s.queryHeads());
      }
    }
  }

  /** Arrays too short for what is asked: a fault of the caller, refused before anything moves. */
  static void arrays(Subject subject) {
    Case example = Case.draw(subject, 720);
    int n = example.shape().rowFloats();
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      shadow.append(shadow.frontier().exactRows() + 64 * 3 + 63);
      float[] rows = new float[4 * n];
      int[][] calls = {{-1, 0, 2}, {0, -1, 2}, {3 * n, 0, 2}, {0, 3 * n, 2}, {0, 0, 5}, {0, 0, -1}};
      for (int[] call : calls) {
        Contents before = Contents.of(shadow);
        Throwable thrown =
            Claim.refused(
                RuntimeException.class,
                "append with offsets " + call[0] + ", " + call[1] + " and " + call[2] + " rows",
                () -> shadow.cache.layer(0).append(rows, call[0], rows, call[1], call[2]));
        Claim.that(!(thrown instanceof NullPointerException), () -> "it threw " + thrown);
        Contents.of(shadow).mustEqual(before, "append with bad offsets, " + example);
      }
    }
  }

  /** Every budget between what is held and what an append needs: all refused without a trace. */
  static void budget(Subject subject) {
    Case drawn = Case.draw(subject, 730);
    KvShape s = drawn.shape();
    Case example =
        drawn.withShape(new KvShape(1, s.kvHeads(), s.queryHeads(), s.headDim(), s.capacity()));
    int rows;
    long opened;
    long needed;
    Contents expected;
    Ledger free = Ledger.unlimited();
    try (KvCaches caches = example.caches(free);
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      opened = shadow.cache.bytes().resident();
      rows = shadow.frontier().exactRows() + 64 * 2 + 5;
      shadow.append(rows);
      shadow.append(200);
      needed = free.report().peakCharged();
      expected = Contents.of(shadow);
    }
    int refused = 0;
    for (int i = 0; i <= 40; i++) {
      long budget = Math.max(1, opened + (2 * needed - opened) * i / 40);
      refused += within(example, budget, rows, expected) ? 0 : 1;
    }
    int times = refused;
    Claim.that(times > 3, () -> "only " + times + " budgets were refused");
  }

  /** True if the whole of it fits; whatever happens, every byte returns. */
  private static boolean within(Case example, long budget, int rows, Contents expected) {
    Ledger ledger = Ledger.withBudget(budget);
    boolean whole = false;
    try (KvCaches caches = example.caches(ledger);
        KvCache cache = caches.open(example.shape(), example.spec(), example.attention())) {
      whole = fill(new Shadow(example, cache, RowKind.PLAIN), rows, budget, expected);
    } catch (VeloxException e) {
      Claim.that(e instanceof BudgetException, () -> "beyond the budget it threw " + e);
    }
    Claim.equal(0L, ledger.report().charged().resident(), "ledger after close, " + example);
    return whole;
  }

  private static boolean fill(Shadow shadow, int rows, long budget, Contents expected) {
    for (int count : new int[] {rows, 200}) {
      Contents before = Contents.of(shadow);
      try {
        shadow.append(count);
      } catch (BudgetException e) {
        Claim.equal(budget, e.limit(), "budget named");
        Contents.of(shadow).mustEqual(before, "append beyond the budget, " + shadow.example);
        return false;
      }
    }
    Contents.of(shadow).mustEqual(expected, "within a budget of " + budget);
    try (Shadow fork = shadow.fork()) {
      fork.append(1);
    } catch (BudgetException e) {
      Claim.equal(budget, e.limit(), "budget named");
    }
    Contents.of(shadow).mustEqual(expected, "after a fork within a budget of " + budget);
    return true;
  }
}
