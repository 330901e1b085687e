package dev.velox.nuq;

import dev.velox.api.spi.Config;
import dev.velox.api.spi.TrackContext;

/**
 * The options of values, every one resolved and possible together.
 *
 * @param bits bits a code
 * @param fraction share of outliers
 * @param levels where levels come from
 * @param sweeps sweeps of the fit, 0 until nothing moves
 * @param fitTokens rows of the fit, 0 for the whole first append
 */
record ValueSettings(int bits, double fraction, ValueLevels levels, int sweeps, int fitTokens) {

  static ValueSettings of(TrackContext context) {
    Config c = NuqOptions.resolve(context.config());
    ValueSettings settings =
        new ValueSettings(
            c.get(NuqOptions.BITS),
            c.get(NuqOptions.FRACTION),
            c.get(NuqOptions.VALUES),
            c.get(NuqOptions.SWEEPS),
            c.get(NuqOptions.FIT_TOKENS));
    NuqOptions.checkFit(settings.fitTokens(), settings.bits());
    settings.checkTable(context.shape().headDim());
    return settings;
  }

  private void checkTable(int headDim) {
    if (levels == ValueLevels.TOKEN && 4 * count() > headDim) {
      throw NuqOptions.refused(
          "values",
          "token",
          "must be 'shared' at "
              + bits
              + " bits and head dim "
              + headDim
              + ": a token's own "
              + count()
              + " levels outweigh its codes; they may be at most a quarter of the channels");
    }
  }

  /** Levels of a datatype. */
  int count() {
    return 1 << bits;
  }

  int fitRows() {
    return levels == ValueLevels.TOKEN ? 0 : KeySettings.fitRows(fitTokens, bits);
  }
}
