package dev.velox.runtime.model;

import dev.velox.api.AttentionSpec;
import dev.velox.api.KvShape;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The numbers of a model of the Llama architecture.
 *
 * @param layers transformer blocks
 * @param hidden channels of the residual stream
 * @param intermediate channels of the MLP
 * @param queryHeads query heads a layer
 * @param kvHeads key/value heads a layer
 * @param headDim channels a head
 * @param vocabulary tokens the model knows
 * @param context positions it was made for
 * @param normEpsilon added to the mean square in RMSNorm
 * @param rotation how queries and keys are rotated
 * @param tied whether the output matrix is the embedding matrix
 * @param startToken the token a text begins with, if the model has one
 * @param endTokens tokens after which nothing follows
 */
public record LlamaConfig(
    int layers,
    int hidden,
    int intermediate,
    int queryHeads,
    int kvHeads,
    int headDim,
    int vocabulary,
    int context,
    float normEpsilon,
    Rotation rotation,
    boolean tied,
    OptionalInt startToken,
    List<Integer> endTokens) {

  /** Keeps its own list. */
  public LlamaConfig {
    endTokens = List.copyOf(endTokens);
  }

  /**
   * The shape of a cache for this model.
   *
   * @param capacity tokens it may hold
   * @return the shape
   */
  public KvShape shape(int capacity) {
    return new KvShape(layers, kvHeads, queryHeads, headDim, capacity);
  }

  /**
   * The widest row the forward pass keeps of a token.
   *
   * @return floats
   */
  public int widest() {
    return Math.max(Math.max(hidden, intermediate), queryHeads * headDim);
  }

  /**
   * What attention does in every layer: scale {@code 1 / sqrt(headDim)} and the model's rotation.
   *
   * @return the spec
   */
  public AttentionSpec attention() {
    float scale = (float) (1 / Math.sqrt(headDim));
    return new AttentionSpec(scale, 0, 0, Optional.of(rotation.rope()));
  }
}
