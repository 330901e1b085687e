package dev.velox.runtime.sampling;

import dev.velox.api.ConfigException;

/**
 * How the next token is chosen from the logits, in this order: repetition penalty, temperature,
 * top-k, top-p, draw.
 *
 * @param temperature divides the logits; 0 takes the largest one (greedy), 1 draws from the model's
 *     own distribution
 * @param topK draw among the k likeliest only; 0 for all
 * @param topP draw among the likeliest that together reach this probability, in (0, 1]; 1 for all
 * @param repetitionPenalty above 0; the logit of every token of prompt and generated text is
 *     divided by it where positive and multiplied where negative; 1 for none
 * @param seed of the draws: the same seed gives the same text
 */
public record SamplingOptions(
    double temperature, int topK, double topP, double repetitionPenalty, long seed) {

  /** The largest logit, always. */
  public static final SamplingOptions GREEDY = new SamplingOptions(0, 0, 1, 1, 0);

  /** Checks the ranges. */
  public SamplingOptions {
    if (!(temperature >= 0) || Double.isInfinite(temperature)) {
      throw fault("temperature", temperature, "must be finite and at least 0, 0 for greedy");
    }
    if (topK < 0) {
      throw fault("top-k", topK, "must be at least 0, 0 for all");
    }
    if (!(topP > 0 && topP <= 1)) {
      throw fault("top-p", topP, "must be above 0 and at most 1");
    }
    if (!(repetitionPenalty > 0) || Double.isInfinite(repetitionPenalty)) {
      throw fault(
          "repetition-penalty", repetitionPenalty, "must be finite and above 0, 1 for none");
    }
  }

  private static ConfigException fault(String option, Object value, String rule) {
    return new ConfigException("sampling", option, value, rule);
  }
}
