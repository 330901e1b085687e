package dev.velox.runtime;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import java.util.List;

/**
 * Keys and values of one sequence as a model made them, and its last queries where they are known:
 * what there is to look at before a method is chosen.
 *
 * @param name where it comes from
 * @param shape heads and head dim; as many layers as the sample has, as many positions as tokens
 * @param attention how keys were rotated, the scale of attention
 * @param queryTokens tokens at the end whose queries are known; 0 for none
 * @param layers the rows, layer by layer
 */
public record KvSample(
    String name, KvShape shape, AttentionSpec attention, int queryTokens, List<Layer> layers) {

  /** Keeps its own list. */
  public KvSample {
    layers = List.copyOf(layers);
  }

  /**
   * The rows of one layer.
   *
   * @param index its place in the model
   * @param keys {@code [kvHead][token][channel]}, rotated; empty if unknown
   * @param values {@code [kvHead][token][channel]}; empty if unknown
   * @param queries {@code [queryHead][token][channel]} of the last tokens, rotated; empty if
   *     unknown
   */
  public record Layer(int index, float[] keys, float[] values, float[] queries) {}

  /**
   * Tokens of the sequence.
   *
   * @return rows a head
   */
  public int tokens() {
    return shape.capacity();
  }

  /**
   * Runs a text through a model and keeps what it would have cached.
   *
   * @param model the model
   * @param ids the tokens, at least one
   * @param queryTokens tokens at the end whose queries are kept too
   * @return the sample of all layers
   * @throws ConfigException if there are more tokens than the model's context
   */
  public static KvSample capture(Velox model, int[] ids, int queryTokens) {
    KvShape shape = model.shape(ids.length);
    int chunk = Math.min(ids.length, GenerateOptions.DEFAULT_PREFILL_CHUNK);
    RecordingCache recorder =
        new RecordingCache(
            model.openCache(shape, CacheSpec.parse("f32")), Math.min(queryTokens, ids.length));
    try (TokenRunner runner = new TokenRunner(model, () -> recorder, chunk)) {
      for (int at = 0; at < ids.length; at += chunk) {
        runner.run(ids, at, Math.min(chunk, ids.length - at));
      }
    }
    return recorder.sample(model.name(), model.config().attention());
  }
}
