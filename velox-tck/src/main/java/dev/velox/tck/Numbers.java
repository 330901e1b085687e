package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.cache.KvCaches;

/**
 * Laws on unfriendly numbers: zeros stay zero, constants stay what they are, nothing becomes NaN or
 * infinite, and one strange channel spoils no other.
 */
final class Numbers {
  private static final KvShape SHAPE = new KvShape(1, 2, 4, 64, 4096);
  private static final double CONSTANT_ERROR = 0.01;
  private static final float LARGEST = 65504;

  /** Eight steps of binary16's smallest number: what levels of rows with such scales can be. */
  private static final double SMALLEST_STEPS = 8 * 0x1p-24;

  /** How far the error of one vector may be above the mean error of many. */
  private static final double ONE_VECTOR = 3;

  /** A constant must decode to something nearer than zero, if rows of the width do. */
  private static final double BETTER_THAN_ZEROS = 0.9;

  private Numbers() {}

  private static KvShape shape(Subject subject) {
    return subject.accepts(SHAPE) ? SHAPE : Case.shape(subject, new Dice(1), 1);
  }

  private static Case example(Subject subject, String settings) {
    return Case.plain(subject, shape(subject), settings, 1400);
  }

  static void zerosStayZero(Subject subject) {
    for (String center : new String[] {"center=on", "center=off"}) {
      Case example = example(subject, "sinks=1;window=3;" + center);
      try (KvCaches caches = example.caches(Ledger.unlimited());
          Shadow shadow = new Shadow(example, example.open(caches), RowKind.ZERO);
          Scratch scratch = shadow.scratch()) {
        shadow.append(shadow.frontier().exactRows() + 64 * 3);
        for (Role role : Role.values()) {
          for (float x : all(shadow, role)) {
            Claim.that(x == 0, () -> role.label() + ": a zero decodes to " + x + ", " + example);
          }
        }
        for (float x : shadow.attend(0, shadow.queries(0), scratch)) {
          Claim.that(x == 0, () -> "attention over zeros is " + x + ", " + example);
        }
      }
    }
  }

  /** Zeros first, as a warm-up would send them: later rows are coded as ever. */
  static void zerosFirstSpoilNothing(Subject subject) {
    Case example = example(subject, "sinks=0;window=0");
    for (Role role : subject.roles()) {
      if (subject.traits(role, example.shape()).fitRows() > 0) {
        return;
      }
    }
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow zeros = new Shadow(example, example.open(caches), RowKind.ZERO);
        Shadow later = new Shadow(example, zeros.cache, RowKind.PLAIN)) {
      int first = 128;
      zeros.append(first);
      later.assume(first);
      later.append(64 * 4);
      Originals.check(later, "rows after zeros, " + example);
    }
  }

  static void constantsStay(Subject subject) {
    constantsStay(example(subject, ""), CONSTANT_ERROR, CONSTANT_ERROR);
    double keys = withoutMean(subject, Role.KEYS);
    double values = withoutMean(subject, Role.VALUES);
    constantsStay(example(subject, "center=off"), keys, values);
  }

  /**
   * Without a mean, rows of methods that mix channels may be off by as much as any rows: root of
   * nmse.
   */
  private static double withoutMean(Subject subject, Role role) {
    if (!subject.roles().contains(role)) {
      return CONSTANT_ERROR;
    }
    int dim = shape(subject).headDim();
    double usual = Math.sqrt(subject.yardstick().history(subject, role, dim));
    return Math.max(
        CONSTANT_ERROR, Math.min(Math.max(BETTER_THAN_ZEROS, usual), ONE_VECTOR * usual));
  }

  private static void constantsStay(Case example, double keyError, double valueError) {
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.CONSTANT)) {
      shadow.append(Math.min(1000, shadow.frontier().exactRows() + 64 * 3));
      for (Role role : Role.values()) {
        double constant = role == Role.KEYS ? 100 : -7.5;
        double error = role == Role.KEYS ? keyError : valueError;
        float[] all = all(shadow, role);
        // A bound on a row's error says nothing of one number: mixed channels share it unevenly.
        int run = error == CONSTANT_ERROR ? 1 : example.shape().headDim();
        for (int at = 0; at < all.length; at += run) {
          double sum = 0;
          for (int i = at; i < at + run; i++) {
            sum += (all[i] - constant) * (all[i] - constant);
          }
          double off = Math.sqrt(sum / run);
          float x = all[at];
          Claim.that(
              off <= error * Math.abs(constant),
              () -> role.label() + ": the constant " + constant + " decodes to " + x);
        }
      }
    }
  }

  /** Spikes, numbers outside binary16, subnormals: decoded rows and outputs stay finite. */
  static void nothingBecomesNaN(Subject subject) {
    RowKind[] kinds = {RowKind.SPIKES, RowKind.TINY, RowKind.LARGE, RowKind.ZERO_CHANNEL};
    for (RowKind kind : kinds) {
      for (String settings : new String[] {"", "center=off;exact=f32", "sinks=2;window=1"}) {
        finite(example(subject, settings), kind, true);
      }
    }
    finite(example(subject, "exact=f32"), RowKind.HUGE, false);
    finite(example(subject, "center=off"), RowKind.HUGE, false);
  }

  private static void finite(Case example, RowKind kind, boolean attend) {
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), kind);
        Scratch scratch = shadow.scratch()) {
      shadow.append(Math.min(1000, shadow.frontier().exactRows() + 64 * 3));
      for (Role role : Role.values()) {
        bounded(shadow, role, kind);
        if (kind == RowKind.LARGE && example.subject().roles().contains(role)) {
          nearClamped(shadow, role);
        }
      }
      if (attend) {
        float[] out = shadow.attend(0, shadow.queries(0), scratch);
        int d = example.shape().headDim();
        for (int i = 0; i < out.length; i++) {
          float x = out[i];
          Claim.that(Float.isFinite(x), () -> "attention over " + kind + " is " + x);
          if (kind == RowKind.ZERO_CHANNEL && i % d == 0 && alone(example)) {
            Claim.that(Math.abs(x) < 0.5, () -> "the output of a channel of zeros is " + x);
          }
        }
      }
    } catch (AssertionError e) {
      throw new AssertionError(kind + ": " + e.getMessage() + "\n  " + example, e);
    }
  }

  private static boolean alone(Case example) {
    return example.subject().roles().size() == 1 && example.subject().roles().contains(Role.KEYS);
  }

  /**
   * No number decodes to more than twice the largest magnitude of its head, but for the method's
   * own error.
   */
  private static void bounded(Shadow shadow, Role role, RowKind kind) {
    for (int h = 0; h < shadow.shape().kvHeads(); h++) {
      float[] decoded = shadow.decoded(role, 0, h, 0, shadow.length());
      double largest = 0;
      for (int t = 0; t < shadow.length(); t++) {
        for (float x : shadow.row(role, 0, t)) {
          largest = Math.max(largest, Math.abs(x));
        }
      }
      double most = Math.max(2 * largest * spread(shadow, role), SMALLEST_STEPS);
      for (float x : decoded) {
        Claim.that(Math.abs(x) <= most, () -> role.label() + " decode to " + x + " with " + kind);
      }
    }
  }

  /** Numbers beyond binary16 are clamped before a scale is derived, and do not spoil the others. */
  private static void nearClamped(Shadow shadow, Role role) {
    int d = shadow.shape().headDim();
    double error = 0;
    double energy = 0;
    for (int h = 0; h < shadow.shape().kvHeads(); h++) {
      float[] decoded = shadow.decoded(role, 0, h, 0, shadow.length());
      for (int t = 0; t < shadow.length(); t++) {
        float[] row = shadow.row(role, 0, t);
        for (int c = 0; c < d; c++) {
          double x = Math.clamp(row[h * d + c], -LARGEST, LARGEST);
          error += Math.pow(decoded[t * d + c] - x, 2);
          energy += x * x;
        }
      }
    }
    double nmse = error / energy;
    Subject subject = shadow.example.subject();
    double most = Math.max(BETTER_THAN_ZEROS, subject.yardstick().history(subject, role, d));
    Claim.that(nmse <= most, () -> role.label() + ": numbers beyond binary16 give nmse " + nmse);
  }

  /** Above 1 for methods whose error alone is larger than the row. */
  private static double spread(Shadow shadow, Role role) {
    Subject subject = shadow.example.subject();
    if (!subject.roles().contains(role)) {
      return 1;
    }
    int d = shadow.shape().headDim();
    return Math.max(1, 2 * Math.sqrt(subject.yardstick().history(subject, role, d)));
  }

  private static float[] all(Shadow shadow, Role role) {
    int heads = shadow.shape().kvHeads();
    int n = shadow.length() * shadow.shape().headDim();
    float[] all = new float[heads * n];
    for (int h = 0; h < heads; h++) {
      System.arraycopy(shadow.decoded(role, 0, h, 0, shadow.length()), 0, all, h * n, n);
    }
    return all;
  }
}
