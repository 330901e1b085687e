package dev.velox.accounting;

import dev.velox.api.ConfigException;

/**
 * The closed form by which the seed of {@code kvquant} states its effective bits, as a named
 * reference: for comparing with its published table, never for bytes that are held.
 *
 * <p>The seed's figure differs from bytes in four ways. It is of keys alone. It averages the
 * outliers of keys with those of values (one a token), although it is a figure of keys. It gives
 * each outlier the position inside the whole call, which needs a third byte from 65,536 numbers on,
 * so that its bits rise from 1,024 to 4,096 tokens. And it charges the level table for every call,
 * which a prefill in one call hides. {@link #keysAlone} and {@link #keysWithLocalPositions} undo
 * the second and the third.
 *
 * @param headDim channels of a head
 * @param bits bits a code, 1 to 8
 * @param outlierFraction share of outliers, 0 up to but not including 0.5
 * @param sinks leading tokens kept exact
 */
public record SeedNuqBits(int headDim, int bits, double outlierFraction, int sinks) {
  private static final int HALF = 2;

  /** Refuses what the formula has no meaning for. */
  public SeedNuqBits {
    check("head-dim", headDim, headDim >= 1, "must be 1 or more");
    check("bits", bits, bits >= 1 && bits <= 8, "must be 1..8");
    boolean share = outlierFraction >= 0 && outlierFraction < 0.5;
    check("outlier-fraction", outlierFraction, share, "must be in [0, 0.5)");
    check("sinks", sinks, sinks >= 0, "must be 0 or more");
  }

  private static void check(String option, Object value, boolean holds, String rule) {
    if (!holds) {
      throw new ConfigException("reference formula", option, value, rule);
    }
  }

  /**
   * The seed's effective bits after a prefill in one call.
   *
   * @param tokens tokens of the call, more than the sinks
   * @return bits a number of keys, as the seed states them
   */
  public double effectiveBits(int tokens) {
    double outliers = (outliersOfKeys(tokens) + outliersOfValues(tokens)) / 2;
    int entry = HALF + indexBytes((long) coded(tokens) * headDim);
    return bits(tokens, Math.rint(outliers * entry));
  }

  /**
   * The same with the outliers of keys alone, each with its position inside the call.
   *
   * @param tokens tokens of the call, more than the sinks
   * @return bits a number of keys
   */
  public double keysAlone(int tokens) {
    int entry = HALF + indexBytes((long) coded(tokens) * headDim);
    return bits(tokens, outliersOfKeys(tokens) * entry);
  }

  /**
   * The same with the outliers of keys alone, each with its channel inside its token.
   *
   * @param tokens tokens of the call, more than the sinks
   * @return bits a number of keys
   */
  public double keysWithLocalPositions(int tokens) {
    return bits(tokens, outliersOfKeys(tokens) * (HALF + indexBytes(headDim)));
  }

  private int coded(int tokens) {
    check("tokens", tokens, tokens > sinks, "must be more than the sinks");
    return tokens - sinks;
  }

  private double bits(int tokens, double outlierBytes) {
    double codes = Math.ceil((double) coded(tokens) * headDim * bits / Byte.SIZE);
    double table = (double) HALF * headDim * (1 << bits);
    double exact = (double) HALF * headDim * sinks;
    double bytes = codes + table + outlierBytes + exact;
    return Byte.SIZE * bytes / ((double) tokens * headDim);
  }

  /** The split that selects outliers runs over all tokens, sinks too. */
  private double outliersOfKeys(int tokens) {
    return (double) headDim * largest(tokens);
  }

  private double outliersOfValues(int tokens) {
    return (double) tokens * largest(headDim);
  }

  private double largest(int n) {
    return outlierFraction == 0 || n < 2
        ? 0
        : Math.clamp(Math.rint(n * outlierFraction), 1, n - 1.0);
  }

  private static int indexBytes(long positions) {
    int width = Long.SIZE - Long.numberOfLeadingZeros(Math.max(2, positions) - 1);
    return (width + Byte.SIZE - 1) / Byte.SIZE;
  }
}
