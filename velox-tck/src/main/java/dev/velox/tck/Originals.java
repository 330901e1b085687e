package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.ExactType;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.cache.KvCaches;
import java.util.ArrayList;
import java.util.List;

/**
 * Law: after any history, exact rows are the originals rounded to the exact type, bit for bit, and
 * coded rows are near their own originals and nobody else's. Self-consistency is not correctness:
 * only this law knows what was handed over.
 */
final class Originals {
  private static final int BLOCKS = 3;
  private static final int[] NEIGHBOURS = {-64, -1, 1, 64};
  private static final double WORST_ROW = 25;

  /** What one number beyond the outermost level may cost, as a share of a channel's mean square. */
  private static final double ONE_CHANNEL = 2.25;

  /** Tables that promise nothing of a row must still beat rows of zeros. */
  private static final double BETTER_THAN_ZEROS = 0.97;

  /** How far the mean error of n rows may be above its bound, times the root of n. */
  private static final double SAMPLING = 4;

  /** What rounding to binary32, and the mean taken out and given back, may cost. */
  private static final double PARTNER_ERROR = 1e-10;

  /** What rounding to binary16 may cost a method that claims to lose nothing. */
  private static final double LOSSLESS_ERROR = 1e-6;

  private Originals() {}

  static void check(Subject subject, Effort effort) {
    for (int i = 0; i < effort.histories(); i++) {
      Case example = Case.draw(subject, i);
      List<Op> ops =
          Op.history(new Dice(~example.seed()), exactRows(example), BLOCKS, effort.steps());
      int[] coded = new int[1];
      Shrinker.run(example, ops, history -> coded[0] = play(example, history));
      Claim.that(
          coded[0] >= BLOCKS * 64,
          () -> "the history coded only " + coded[0] + " rows: " + ops + " on " + example);
    }
  }

  private static int exactRows(Case example) {
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      return shadow.frontier().exactRows();
    }
  }

  /** Plays a history, checking after every step; the most rows that were coded at any time. */
  private static int play(Case example, List<Op> ops) {
    int most = 0;
    List<Shadow> open = new ArrayList<>();
    try (KvCaches caches = example.caches(Ledger.unlimited())) {
      Shadow now = new Shadow(example, example.open(caches), RowKind.PLAIN);
      open.add(now);
      for (Op op : ops) {
        switch (op) {
          case Op.Append append -> now.append(append.rows());
          case Op.Extend extend -> {
            try (Scratch scratch = now.scratch()) {
              now.extend(extend.rows(), scratch);
            }
          }
          case Op.Trim trim -> now.trim(trim.of(now.length()));
          case Op.Fork fork -> {
            Shadow child = now.fork();
            open.add(child);
            if (fork.closeParent()) {
              now.close();
              open.remove(now);
            }
            now = child;
          }
        }
        most = Math.max(most, now.frontier().coded());
        check(now, "after " + op);
      }
      for (Shadow shadow : open) {
        check(shadow, "at the end");
      }
    } finally {
      open.forEach(Shadow::close);
    }
    return most;
  }

  /** The law at one moment. */
  static void check(Shadow shadow, String when) {
    Claim.equal(shadow.length(), shadow.cache.length(), "length " + when);
    for (int l = 0; l < shadow.shape().layers(); l++) {
      Claim.equal(shadow.length(), shadow.cache.layer(l).length(), "length of layer " + when);
      int frontier = shadow.cache.layer(l).frontier();
      if (!shadow.example.subject().fitsOnFirstAppend(shadow.shape())) {
        Claim.equal(shadow.frontier().position(), frontier, "frontier " + when);
      }
      for (Role role : Role.values()) {
        rows(shadow, role, l, frontier, when);
      }
    }
  }

  private static void rows(Shadow shadow, Role role, int layer, int frontier, String when) {
    int d = shadow.shape().headDim();
    int from = shadow.firstVisible();
    int sinks = Math.min(shadow.frontier().sinks(), frontier);
    ExactType type = shadow.exactType(role);
    double error = 0;
    double energy = 0;
    for (int h = 0; h < shadow.shape().kvHeads(); h++) {
      float[] decoded = shadow.decoded(role, layer, h, from, shadow.length());
      for (int t = from; t < shadow.length(); t++) {
        float[] row = shadow.row(role, layer, t);
        int at = (t - from) * d;
        if (t < sinks || t >= frontier) {
          exact(row, h * d, decoded, at, d, type, role, t, when);
        } else {
          error += distance(row, h * d, decoded, at, d);
          energy += energy(row, h * d, d);
        }
      }
      neighbours(shadow, role, layer, h, decoded, from, sinks, frontier, when);
    }
    double nmse = energy == 0 ? 0 : error / energy;
    int numbers = Math.max(0, frontier - Math.max(from, sinks)) * shadow.shape().rowFloats();
    double sampled = bound(shadow, role) * (1 + SAMPLING / Math.sqrt(Math.max(1, numbers / d)));
    double least = fewChannels(shadow, role) ? BETTER_THAN_ZEROS : sampled;
    double bound = Math.max(sampled, least);
    Claim.that(
        nmse <= bound,
        () -> role.label() + " coded with nmse " + nmse + ", bound " + bound + ", " + when);
  }

  /**
   * Tables fitted on first rows promise nothing of a number they never saw; few channels show it.
   */
  private static boolean fewChannels(Shadow shadow, Role role) {
    Subject subject = shadow.example.subject();
    return shadow.shape().rowFloats() < 32
        && subject.roles().contains(role)
        && subject.traits(role, shadow.shape()).fitRows() > 0;
  }

  private static double bound(Shadow shadow, Role role) {
    Subject subject = shadow.example.subject();
    if (!subject.roles().contains(role)) {
      return PARTNER_ERROR;
    }
    double bound = subject.yardstick().history(subject, role, shadow.shape().headDim());
    boolean coded = subject.traits(role, shadow.shape()).coded();
    return coded ? bound : Math.min(bound, LOSSLESS_ERROR);
  }

  private static void exact(
      float[] row,
      int at,
      float[] found,
      int foundAt,
      int d,
      ExactType type,
      Role role,
      int position,
      String when) {
    for (int c = 0; c < d; c++) {
      float expected = round(row[at + c], type);
      float given = found[foundAt + c];
      if (Float.floatToRawIntBits(expected) != Float.floatToRawIntBits(given)) {
        throw new AssertionError(
            role
                + " row "
                + position
                + " is exact, must be "
                + expected
                + ", is "
                + given
                + ", "
                + when);
      }
    }
  }

  /** A number as an exact row keeps it. */
  static float round(float x, ExactType type) {
    return type == ExactType.F32
        ? x
        : Float.float16ToFloat(Float.floatToFloat16(Math.clamp(x, -65504f, 65504f)));
  }

  /** No coded row may be nearer to a neighbour's original than to its own, or far from both. */
  private static void neighbours(
      Shadow shadow,
      Role role,
      int layer,
      int head,
      float[] decoded,
      int from,
      int sinks,
      int frontier,
      String when) {
    int d = shadow.shape().headDim();
    if (d < 32) {
      return;
    }
    double worst = Math.max(WORST_ROW * bound(shadow, role), ONE_CHANNEL / d);
    // A row may be small beside the mean that was taken out of it, so it is weighed with its
    // neighbours.
    double average = 0;
    for (int t = Math.max(from, sinks); t < frontier; t++) {
      average +=
          energy(shadow.row(role, layer, t), head * d, d) / (frontier - Math.max(from, sinks));
    }
    double usual = average;
    for (int t = Math.max(from, sinks); t < frontier; t++) {
      int at = (t - from) * d;
      float[] row = shadow.row(role, layer, t);
      double own = distance(row, head * d, decoded, at, d);
      int position = t;
      Claim.that(
          own <= worst * Math.max(usual, energy(row, head * d, d)),
          () ->
              role
                  + " row "
                  + position
                  + " of head "
                  + head
                  + " is far off: error "
                  + own
                  + ", energy "
                  + energy(row, head * d, d)
                  + ", usual "
                  + usual
                  + ", share allowed "
                  + worst
                  + ", "
                  + when);
      for (int step : NEIGHBOURS) {
        int u = t + step;
        if (u >= 0 && u < shadow.length()) {
          double other = distance(shadow.row(role, layer, u), head * d, decoded, at, d);
          Claim.that(
              other >= 0.6 * own,
              () ->
                  role + " row " + position + " of head " + head + " holds row " + u + ", " + when);
        }
      }
      int other = head == 0 ? shadow.shape().kvHeads() - 1 : 0;
      if (other != head) {
        double off = distance(row, other * d, decoded, at, d);
        Claim.that(
            off >= 0.6 * own,
            () -> role + " row " + position + " of head " + head + " holds head " + other);
      }
    }
  }

  /** Four sums, so that no addition waits for the one before it. */
  private static double distance(float[] a, int aAt, float[] b, int bAt, int n) {
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      double off0 = (double) a[aAt + i] - b[bAt + i];
      double off1 = (double) a[aAt + i + 1] - b[bAt + i + 1];
      double off2 = (double) a[aAt + i + 2] - b[bAt + i + 2];
      double off3 = (double) a[aAt + i + 3] - b[bAt + i + 3];
      sum0 += off0 * off0;
      sum1 += off1 * off1;
      sum2 += off2 * off2;
      sum3 += off3 * off3;
    }
    for (; i < n; i++) {
      double off = (double) a[aAt + i] - b[bAt + i];
      sum0 += off * off;
    }
    return sum0 + sum1 + (sum2 + sum3);
  }

  private static double energy(float[] a, int at, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += (double) a[at + i] * a[at + i];
    }
    return sum;
  }
}
