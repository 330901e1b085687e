package dev.velox.nuq;

import dev.velox.api.ConfigException;
import dev.velox.api.Role;
import dev.velox.api.spi.Config;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.Option;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The options of {@code kvquant}, and what {@code auto} stands for. */
final class NuqOptions {
  static final String ID = "kvquant";

  /** The value of an option left to the method. */
  private static final int AUTO = -1;

  private static final int MOST_TOKENS = 1 << 20;

  /** Fit rows that are enough for small tables. */
  private static final int USUAL_FIT = 128;

  /** Samples of the shared datatype that weigh as much as a channel's own: measured best. */
  private static final int USUAL_SHRINKAGE = 16;

  static final Option<Integer> BITS = Option.range("bits", 3, 1, 8, "Bits a code");
  static final Option<Double> FRACTION =
      Option.decimal(
          "outlier-fraction",
          0.01,
          0,
          0.5,
          true,
          "Share of numbers, the largest, kept as binary16 and left out of the fit");
  static final Option<OutlierRule> RULE =
      Option.choice(
          "outliers",
          OutlierRule.WORST,
          "Which keys are outliers: the worst coded of each block, the largest of each channel of a"
              + " block, or those above a frozen threshold");
  static final Option<Integer> SWEEPS =
      Option.range(
          "lloyd-iters",
          0,
          0,
          LevelFit.MOST_SWEEPS,
          "Sweeps of the fit from the quantiles of the data; 0: until nothing moves, from better"
              + " starts");
  static final Option<Integer> SHRINKAGE =
      integer(
          "shrinkage",
          "auto or a whole number 0.." + MOST_TOKENS,
          n -> n >= 0 && n <= MOST_TOKENS,
          "Samples of the head's shared datatype that each key level is drawn to; auto: "
              + USUAL_SHRINKAGE
              + ", and 0 with lloyd-iters");
  static final Option<Integer> FIT_TOKENS =
      integer(
          "fit-tokens",
          "auto, 0, or a whole number 8.." + MOST_TOKENS,
          n -> n == 0 || (n >= 8 && n <= MOST_TOKENS),
          "Rows the levels are fitted on, at least 4 a level; auto: 128, or 4 a level; 0: the whole"
              + " first append");
  static final Option<Integer> GROUP = blocks("group-size", "New key levels every so many tokens");
  static final Option<Integer> REFIT =
      blocks("refit-interval", "New key levels every so many tokens after the fit rows");
  static final Option<ValueLevels> VALUES =
      Option.choice(
          "values", ValueLevels.SHARED, "One datatype for all tokens, or levels for each token");

  private NuqOptions() {}

  static ConfigSchema schema(Role role) {
    return role == Role.KEYS
        ? ConfigSchema.of(ID, BITS, FRACTION, RULE, SWEEPS, SHRINKAGE, FIT_TOKENS, GROUP, REFIT)
        : ConfigSchema.of(ID, BITS, FRACTION, VALUES, SWEEPS, FIT_TOKENS);
  }

  /** The options with every {@code auto} written out. */
  static Config resolve(Config config) {
    Config resolved = config;
    int levels = 1 << config.get(BITS);
    if (config.get(FIT_TOKENS) == AUTO) {
      resolved = resolved.with(FIT_TOKENS, Math.max(USUAL_FIT, 4 * levels));
    }
    if (config.has(SHRINKAGE) && config.get(SHRINKAGE) == AUTO) {
      resolved = resolved.with(SHRINKAGE, config.get(SWEEPS) == 0 ? USUAL_SHRINKAGE : 0);
    }
    return resolved;
  }

  /** A level is fitted on four rows at least; 0 stands for the first append. */
  static void checkFit(int fitTokens, int bits) {
    int least = 4 << bits;
    if (fitTokens != 0 && fitTokens < least) {
      throw refused(
          "fit-tokens",
          fitTokens,
          "must be 0 or at least 4 rows a level, " + least + " at " + bits + " bits");
    }
  }

  static ConfigException refused(String option, Object value, String rule) {
    return new ConfigException(ID, "option '" + option + "'", value, rule);
  }

  private static Option<Integer> blocks(String name, String summary) {
    return new Option<>(
        name,
        0,
        "0, or a multiple of " + KvTrack.BLOCK + " up to " + MOST_TOKENS,
        summary + "; 0: never",
        text -> {
          Integer n = number(text);
          return n != null && n >= 0 && n <= MOST_TOKENS && n % KvTrack.BLOCK == 0 ? n : null;
        },
        String::valueOf);
  }

  private static Option<Integer> integer(
      String name, String rule, IntPredicate allowed, String summary) {
    return new Option<>(
        name,
        AUTO,
        rule,
        summary,
        text -> {
          Integer n = text.equals("auto") ? Integer.valueOf(AUTO) : number(text);
          return n != null && (text.equals("auto") || allowed.test(n)) ? n : null;
        },
        n -> n == AUTO ? "auto" : String.valueOf(n));
  }

  private static @Nullable Integer number(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
