package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.Rope;
import dev.velox.api.Scratch;
import dev.velox.cache.KvCaches;
import java.util.Arrays;

/**
 * The rows on which errors are measured: 513 near normal rows of two heads (more for a method that
 * fits its tables on hundreds), 64 channels of unlike scale, no rotation, no sinks, no window. The
 * same on every machine.
 */
public final class FixedRows {
  static final int DIM = 64;
  private static final int ROWS = 513;
  private static final int FEWER_ROWS = 257;
  private static final long SEED = 7;

  private FixedRows() {}

  /**
   * The error of a method on these rows.
   *
   * @param subject the method with options
   * @param role one of its roles
   * @return {@code sum|x-x'|^2 / sum|x|^2} over all coded rows
   */
  public static double nmse(Subject subject, Role role) {
    return nmse(subject, role, DIM);
  }

  /**
   * What a method makes of these rows, to be the same everywhere.
   *
   * @param rows a hash over the bits of every decoded row of both roles
   * @param outputs some numbers of the newest position's attention
   */
  public record Golden(long rows, float[] outputs) {}

  /**
   * What a method makes of these rows.
   *
   * @param subject the method with options
   * @return hash and outputs
   */
  public static Golden golden(Subject subject) {
    int count = rows(subject, ROWS, DIM);
    KvShape shape = new KvShape(1, 2, 4, DIM, count);
    Case plain = Case.plain(subject, shape, "sinks=4;window=40", SEED);
    Rope rope = Rope.of(10_000, DIM);
    Case example = plain.withAttention(plain.attention().withRope(rope));
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN);
        Scratch scratch = shadow.scratch()) {
      shadow.append(count);
      long hash = SEED;
      for (Role role : Role.values()) {
        for (int h = 0; h < shape.kvHeads(); h++) {
          for (float x : shadow.decoded(role, 0, h, 0, count)) {
            hash = Noise.bits(hash, Float.floatToRawIntBits(x));
          }
        }
      }
      float[] out = shadow.attend(0, shadow.queries(0), scratch);
      return new Golden(hash, Arrays.copyOfRange(out, DIM - 2, DIM + 2));
    }
  }

  /** The usual rows, or more where a method fits its tables on many: four blocks after them. */
  private static int rows(Subject subject, int usual, int headDim) {
    KvShape shape = new KvShape(1, 2, 2, headDim, usual);
    int fit = 0;
    for (Role role : subject.roles()) {
      fit = Math.max(fit, subject.traits(role, shape).fitRows());
    }
    return fit == 0 ? usual : Math.max(usual, fit + 257);
  }

  /** Law: the error on these rows is within the bound. */
  static void check(Subject subject) {
    for (Role role : subject.roles()) {
      double nmse = nmse(subject, role);
      double bound = subject.yardstick().fixed(subject, role);
      Claim.that(
          nmse <= bound,
          () -> role.label() + ": nmse " + nmse + ", bound " + bound + ", " + subject);
    }
  }

  static double nmse(Subject subject, Role role, int headDim) {
    int count = rows(subject, headDim <= DIM ? ROWS : FEWER_ROWS, headDim);
    KvShape shape = new KvShape(1, 2, 2, headDim, count);
    Case example = Case.plain(subject, shape, "sinks=0;window=0;exact=f32", SEED);
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      shadow.append(count);
      int coded = shadow.cache.layer(0).frontier();
      Claim.that(coded >= 192, () -> "only " + coded + " of " + count + " rows were coded");
      double error = 0;
      double energy = 0;
      for (int h = 0; h < shape.kvHeads(); h++) {
        float[] decoded = shadow.decoded(role, 0, h, 0, coded);
        for (int t = 0; t < coded; t++) {
          float[] row = shadow.row(role, 0, t);
          for (int c = 0; c < headDim; c++) {
            double x = row[h * headDim + c];
            double off = decoded[t * headDim + c] - x;
            error += off * off;
            energy += x * x;
          }
        }
      }
      return error / energy;
    }
  }
}
