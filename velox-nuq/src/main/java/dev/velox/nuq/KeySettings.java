package dev.velox.nuq;

import dev.velox.api.spi.Config;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;

/**
 * The options of keys, every one resolved and possible together.
 *
 * @param bits bits a code
 * @param fraction share of outliers
 * @param rule which numbers are outliers
 * @param sweeps sweeps of the fit, 0 until nothing moves
 * @param shrinkage samples of the shared datatype a level is drawn to
 * @param fitTokens rows of the fit, 0 for the whole first append
 * @param group tokens a table serves, 0 for all
 * @param refit tokens between two tables after the fit rows, 0 for one table
 */
record KeySettings(
    int bits,
    double fraction,
    OutlierRule rule,
    int sweeps,
    int shrinkage,
    int fitTokens,
    int group,
    int refit) {

  static KeySettings of(TrackContext context) {
    Config c = NuqOptions.resolve(context.config());
    KeySettings settings =
        new KeySettings(
            c.get(NuqOptions.BITS),
            c.get(NuqOptions.FRACTION),
            c.get(NuqOptions.RULE),
            c.get(NuqOptions.SWEEPS),
            c.get(NuqOptions.SHRINKAGE),
            c.get(NuqOptions.FIT_TOKENS),
            c.get(NuqOptions.GROUP),
            c.get(NuqOptions.REFIT));
    settings.check();
    return settings;
  }

  private void check() {
    NuqOptions.checkFit(fitTokens, bits);
    if (group > 0 && refit > 0) {
      throw NuqOptions.refused(
          "refit-interval", refit, "must be 0 beside group-size, which brings new levels already");
    }
    int interval = Math.max(group, refit);
    if (interval > 0 && 4 * levels() > KvTrack.BLOCK) {
      throw NuqOptions.refused(
          group > 0 ? "group-size" : "refit-interval",
          interval,
          "must be 0 at "
              + bits
              + " bits: new levels come from the 64 rows of a block, and "
              + levels()
              + " levels need "
              + 4 * levels()
              + "; at most 4 bits");
    }
  }

  int levels() {
    return 1 << bits;
  }

  boolean threshold() {
    return rule == OutlierRule.THRESHOLD && fraction > 0;
  }

  /** Whether levels belong to blocks, beside or in place of one frozen table. */
  boolean blockTables() {
    return group > 0 || refit > 0;
  }

  /** Rows the first append must bring. */
  int fitRows() {
    return fitRows(fitTokens, bits);
  }

  static int fitRows(int fitTokens, int bits) {
    return fitTokens == 0 ? Math.max(4 << bits, 32) : fitTokens;
  }
}
