package dev.velox.runtime.model;

import dev.velox.api.Rope;
import dev.velox.runtime.json.JsonFields;

/**
 * Reads the rotary part of a configuration: {@code rope_theta} and {@code rope_scaling}, or the
 * newer {@code rope_parameters} that hold both.
 *
 * <p>Scalings: {@code default}, {@code linear} (position interpolation), {@code llama3} and {@code
 * yarn}. Any other is refused: it would run and be wrong.
 */
final class RopeConfig {
  private static final double DEFAULT_BASE = 10_000;
  private static final int MOST = 1 << 30;

  private RopeConfig() {}

  static Rotation read(JsonFields config, int headDim, int context) {
    double partial = config.positive("partial_rotary_factor", 1);
    if (partial != 1) {
      throw config.fault("partial_rotary_factor", partial, "must be 1 for this architecture");
    }
    boolean newer = config.has("rope_parameters");
    double base = config.positive("rope_theta", DEFAULT_BASE);
    if (newer) {
      base = config.object("rope_parameters").positive("rope_theta", base);
    }
    Rope plain = Rope.of(base, headDim);
    String field = newer ? "rope_parameters" : "rope_scaling";
    if (!config.has(field)) {
      return new Rotation(plain, 1);
    }
    JsonFields scaling = config.object(field);
    String key = scaling.has("rope_type") ? "rope_type" : "type";
    String type = scaling.text(key, newer ? "default" : "missing");
    return switch (type) {
      case "default" -> new Rotation(plain, 1);
      case "linear" -> new Rotation(plain.linear(scaling.positive("factor")), 1);
      case "llama3" -> llama3(plain, scaling);
      case "yarn" -> yarn(plain, scaling, base, context);
      default -> throw scaling.fault(key, type, "must be one of default, linear, llama3, yarn");
    };
  }

  private static Rotation llama3(Rope plain, JsonFields scaling) {
    double low = scaling.positive("low_freq_factor");
    double high = scaling.positive("high_freq_factor");
    if (!(high > low)) {
      throw scaling.fault("high_freq_factor", high, "must be above low_freq_factor " + low);
    }
    int original = scaling.integer("original_max_position_embeddings", 1, MOST);
    return new Rotation(plain.llama3(scaling.positive("factor"), low, high, original), 1);
  }

  /** YaRN, Peng et al. 2023, section 3.4: attention temperature as a factor on the rotated rows. */
  private static Rotation yarn(Rope plain, JsonFields scaling, double base, int context) {
    if (!scaling.flag("truncate", true)) {
      throw scaling.fault("truncate", false, "must be true");
    }
    double factor = scaling.positive("factor");
    int original = scaling.integer("original_max_position_embeddings", 1, MOST, context);
    double fast = scaling.positive("beta_fast", 32);
    double slow = scaling.positive("beta_slow", 1);
    double scale;
    if (scaling.has("attention_factor")) {
      scale = scaling.positive("attention_factor");
    } else if (scaling.has("mscale") && scaling.has("mscale_all_dim")) {
      scale =
          temperature(factor, scaling.positive("mscale"))
              / temperature(factor, scaling.positive("mscale_all_dim"));
    } else {
      scale = temperature(factor, 1);
    }
    return new Rotation(plain.yarn(base, factor, original, fast, slow), (float) scale);
  }

  private static double temperature(double factor, double mscale) {
    return factor <= 1 ? 1 : 0.1 * mscale * StrictMath.log(factor) + 1;
  }
}
