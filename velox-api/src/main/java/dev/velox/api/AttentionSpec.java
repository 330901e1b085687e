package dev.velox.api;

import java.util.Objects;
import java.util.Optional;

/**
 * What the model does in one layer's attention beyond dot products.
 *
 * @param scale factor on every logit, finite and above 0; usually {@code 1 / sqrt(headDim)}
 * @param softCap {@code c} of {@code c * tanh(logit / c)}; 0 for none
 * @param slidingWindow a query at p sees positions above {@code p - slidingWindow}; 0 for all
 * @param rope how keys were rotated before they were handed over; empty for learned positions
 */
public record AttentionSpec(float scale, float softCap, int slidingWindow, Optional<Rope> rope) {

  /** Checks the ranges. */
  public AttentionSpec {
    Objects.requireNonNull(rope, "rope");
    if (!(scale > 0) || !Float.isFinite(scale)) {
      throw new ConfigException("attention", "scale", scale, "must be finite and above 0");
    }
    if (!(softCap >= 0) || !Float.isFinite(softCap)) {
      throw new ConfigException("attention", "soft-cap", softCap, "must be finite, 0 for none");
    }
    if (slidingWindow < 0) {
      throw new ConfigException(
          "attention", "sliding-window", slidingWindow, "must be at least 0, 0 for none");
    }
  }

  /**
   * Plain attention with scale {@code 1 / sqrt(headDim)} and no rotary embedding.
   *
   * @param headDim channels a head
   * @return the spec
   */
  public static AttentionSpec plain(int headDim) {
    return new AttentionSpec((float) (1 / Math.sqrt(headDim)), 0, 0, Optional.empty());
  }

  /**
   * This spec with rotary embedding.
   *
   * @param rope how keys are rotated
   * @return the spec
   */
  public AttentionSpec withRope(Rope rope) {
    return new AttentionSpec(scale, softCap, slidingWindow, Optional.of(rope));
  }

  /**
   * This spec with a sliding window.
   *
   * @param tokens positions a query sees, itself included; 0 for all
   * @return the spec
   */
  public AttentionSpec withSlidingWindow(int tokens) {
    return new AttentionSpec(scale, softCap, tokens, rope);
  }

  /**
   * The first position a query at {@code position} may see.
   *
   * @param position the query's position
   * @return 0 without a sliding window
   */
  public int firstVisible(int position) {
    return slidingWindow == 0 ? 0 : Math.max(0, position - slidingWindow + 1);
  }
}
