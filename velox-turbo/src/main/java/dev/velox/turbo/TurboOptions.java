package dev.velox.turbo;

import dev.velox.api.ConfigException;
import dev.velox.api.spi.Config;
import dev.velox.api.spi.Option;
import dev.velox.api.spi.TrackContext;
import org.jspecify.annotations.Nullable;

/** The options of {@code turbo} and {@code turbo-ip}, and what they may not be together. */
final class TurboOptions {
  /** What stands for "to be chosen" among whole numbers. */
  private static final int AUTO = 0;

  private static final int MOST_BITS = 8;

  /** Width of a code. */
  static final Option<Integer> BITS = Option.range("bits", 3, 1, MOST_BITS, "Bits of a code");

  /** How the rotation is made. */
  static final Option<RotationRule> ROTATION =
      Option.choice(
          "rotation",
          RotationRule.AUTO,
          "Randomised Hadamard (in blocks where the head dim is no power of two) or a stored matrix");

  /** What the levels are optimal for. */
  static final Option<CodebookRule> CODEBOOK =
      Option.choice(
          "codebook",
          CodebookRule.SPHERE,
          "Levels for a coordinate of a unit vector of this dim, or for its Gaussian limit");

  /** The number stored with a vector. */
  static final Option<ScaleRule> SCALE =
      Option.choice("scale", ScaleRule.LEAST_SQUARES, "The one binary16 number of a vector");

  /** Division by a frozen scale. */
  static final Option<Boolean> CHANNEL_SCALE =
      Option.flag(
          "channel-scale",
          false,
          "Divide channels by their root mean square over the first 128 rows before rotating");

  /** Size of the louder group. */
  static final Option<Integer> OUTLIER_CHANNELS =
      Option.range(
          "outlier-channels",
          0,
          0,
          65_535,
          "Loudest channels of the first 128 rows, rotated apart and given outlier-bits");

  /** Width of its codes. */
  static final Option<Integer> OUTLIER_BITS =
      new Option<>(
          "outlier-bits",
          AUTO,
          "auto or 1..8",
          "Bits of a code of the loudest channels; auto is bits + 1",
          text -> text.equals("auto") ? Integer.valueOf(AUTO) : bits(text),
          bits -> bits == AUTO ? "auto" : String.valueOf(bits));

  /** Where rotations come from. */
  static final Option<Long> SEED =
      Option.seed("seed", 42, "Seed of the rotation; each layer and role draws its own");

  private TurboOptions() {}

  private static @Nullable Integer bits(String text) {
    boolean one = text.length() == 1 && text.charAt(0) >= '1' && text.charAt(0) <= '8';
    return one ? Integer.valueOf(text) : null;
  }

  /**
   * Options of {@code turbo} with nothing left to choose.
   *
   * @param context head dim and options
   * @throws ConfigException for a head dim or a pair of options that cannot be
   */
  static Config resolve(TrackContext context) {
    Config config = resolveRotation(context, context.config().get(OUTLIER_CHANNELS));
    int louder = config.get(OUTLIER_BITS);
    if (louder == AUTO) {
      louder = config.get(BITS) + 1;
      if (louder > MOST_BITS && config.get(OUTLIER_CHANNELS) > 0) {
        throw new ConfigException(
            config.methodId(), "outlier-bits", "auto", "is bits + 1 = 9, must be at most 8");
      }
    }
    return config.with(OUTLIER_BITS, Math.min(MOST_BITS, louder));
  }

  /**
   * Options with the rotation chosen.
   *
   * @param context head dim and options
   * @param outliers channels rotated apart from the others; 0 for none
   */
  static Config resolveRotation(TrackContext context, int outliers) {
    Config config = context.config();
    String id = config.methodId();
    int dim = context.shape().headDim();
    if (dim < 2) {
      throw new ConfigException(id, "head-dim", dim, "must be at least 2, to be rotated");
    }
    if (outliers != 0 && (outliers < 2 || outliers > dim - 2)) {
      throw new ConfigException(
          id, "outlier-channels", outliers, "must be 0 or 2.." + (dim - 2) + " at head-dim " + dim);
    }
    RotationRule rule = config.get(ROTATION);
    if (rule == RotationRule.AUTO) {
      boolean fits = fits(dim - outliers) && (outliers == 0 || fits(outliers));
      rule = fits ? RotationRule.HADAMARD : RotationRule.QR;
    }
    check(id, rule, dim - outliers);
    if (outliers > 0) {
      check(id, rule, outliers);
    }
    return config.with(ROTATION, rule);
  }

  private static boolean fits(int channels) {
    return RotationRule.hasHadamard(channels);
  }

  private static void check(String id, RotationRule rule, int channels) {
    if (rule == RotationRule.HADAMARD && !fits(channels)) {
      throw new ConfigException(
          id,
          "rotation",
          "hadamard",
          "needs a power of two or a multiple of "
              + RotationRule.LEAST_BLOCK
              + " channels, not "
              + channels
              + "; use rotation=qr");
    }
    if (rule == RotationRule.QR && channels > RotationRule.MOST_STORED) {
      throw tooWide(id, "rotation qr", channels);
    }
  }

  /** A matrix would be too large to store. */
  static ConfigException tooWide(String id, String matrix, int channels) {
    return new ConfigException(
        id, "head-dim", channels, "must be at most " + RotationRule.MOST_STORED + " for " + matrix);
  }
}
