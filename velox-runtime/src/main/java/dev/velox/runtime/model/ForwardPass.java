package dev.velox.runtime.model;

import dev.velox.api.CapacityException;
import dev.velox.api.KvCache;
import dev.velox.api.Scratch;
import dev.velox.api.VeloxException;
import dev.velox.api.Workers;
import dev.velox.kernels.Kernels;

/**
 * Runs tokens through a Llama model and its cache, a chunk at a time. Keys are rotated before they
 * reach the cache. Holds the activations of one chunk; nothing is allocated a call. Not for two
 * threads.
 *
 * <p>Touvron et al. 2023 (LLaMA), with grouped queries (Ainslie et al. 2023):
 *
 * <pre>
 * x += O attention(rotate(Q n), rotate(K n), V n),  n = rmsnorm(x)
 * x += D (silu(G n) * U n),                         n = rmsnorm(x)
 * </pre>
 */
public final class ForwardPass {
  private final LlamaWeights weights;
  private final LlamaConfig config;
  private final Kernels kernels;
  private final MatrixTask product;
  private final RotaryAngles angles;
  private final int chunk;
  private final float[] stream;
  private final float[] normed;
  private final float[] queries;
  private final float[] keys;
  private final float[] values;
  private final float[] attended;
  private final float[] gate;
  private final float[] up;

  /**
   * Room for chunks of a size.
   *
   * @param weights the model
   * @param workers threads that share the products
   * @param kernels the arithmetic
   * @param chunk most tokens a call
   */
  public ForwardPass(LlamaWeights weights, Workers workers, Kernels kernels, int chunk) {
    this.weights = weights;
    this.config = weights.config();
    this.kernels = kernels;
    this.chunk = chunk;
    product = new MatrixTask(kernels.matrix(), workers);
    angles = new RotaryAngles(config.rotation(), chunk);
    stream = new float[Math.multiplyExact(chunk, config.hidden())];
    normed = new float[stream.length];
    queries = new float[Math.multiplyExact(chunk, config.queryHeads() * config.headDim())];
    keys = new float[Math.multiplyExact(chunk, config.kvHeads() * config.headDim())];
    values = new float[keys.length];
    attended = new float[queries.length];
    gate = new float[Math.multiplyExact(chunk, config.intermediate())];
    up = new float[gate.length];
  }

  /**
   * Most tokens a call.
   *
   * @return the size of the chunk
   */
  public int chunk() {
    return chunk;
  }

  /**
   * Runs tokens at the positions after those the cache holds. If a layer refuses them, every layer
   * is brought back to its length before the call.
   *
   * @param cache the sequence
   * @param scratch of that cache
   * @param ids token ids
   * @param from the first of them to run
   * @param tokens how many, 1 to {@link #chunk()}
   * @throws CapacityException if the cache has no room for them
   */
  public void run(KvCache cache, Scratch scratch, int[] ids, int from, int tokens) {
    weights.check();
    int position = cache.length();
    angles.prepare(position, tokens);
    try {
      for (int t = 0; t < tokens; t++) {
        weights.embedding().row(kernels.rows(), ids[from + t], stream, t * config.hidden());
      }
      for (int i = 0; i < config.layers(); i++) {
        weights.check();
        attention(weights.layer(i), cache, i, scratch, tokens);
        mlp(weights.layer(i), tokens);
      }
    } catch (InternalError e) {
      realign(cache, position, e);
      throw weights.unreadable(e);
    } catch (RuntimeException | Error e) {
      realign(cache, position, e);
      throw e;
    }
  }

  private void attention(
      LlamaWeights.Layer layer, KvCache cache, int index, Scratch scratch, int tokens) {
    norm(layer.attentionNorm(), tokens);
    product
        .of(normed, 0, tokens)
        .times(layer.query(), queries, 0)
        .times(layer.key(), keys, 0)
        .times(layer.value(), values, 0)
        .run();
    angles.rotate(queries, tokens, config.queryHeads(), config.headDim());
    angles.rotate(keys, tokens, config.kvHeads(), config.headDim());
    cache.layer(index).extend(keys, 0, values, 0, queries, 0, tokens, attended, 0, scratch);
    product.of(attended, 0, tokens).times(layer.output(), normed, 0).run();
    add(tokens);
  }

  private void mlp(LlamaWeights.Layer layer, int tokens) {
    norm(layer.mlpNorm(), tokens);
    product.of(normed, 0, tokens).times(layer.gate(), gate, 0).times(layer.up(), up, 0).run();
    kernels.softmax().siluMultiply(gate, 0, up, 0, tokens * config.intermediate());
    product.of(gate, 0, tokens).times(layer.down(), normed, 0).run();
    add(tokens);
  }

  private void norm(float[] weight, int tokens) {
    RmsNorm.apply(stream, 0, tokens, weight, config.normEpsilon(), normed, 0);
  }

  private void add(int tokens) {
    kernels.rows().axpy(1, normed, 0, stream, 0, tokens * config.hidden());
  }

  private static void realign(KvCache cache, int length, Throwable fault) {
    try {
      cache.trim(length);
    } catch (VeloxException e) {
      fault.addSuppressed(e);
    }
  }

  /**
   * The normalised output of the last block, which {@link #project} turns into logits.
   *
   * @param row first row of the last call
   * @param rows how many
   * @param out receives {@code [rows][hidden]}
   * @param offset first float to write
   */
  public void hidden(int row, int rows, float[] out, int offset) {
    RmsNorm.apply(
        stream, row * config.hidden(), rows, weights.norm(), config.normEpsilon(), out, offset);
  }

  /**
   * Turns outputs into logits.
   *
   * @param hidden {@code [rows][hidden]} from {@link #hidden}
   * @param hiddenOffset first float to read
   * @param rows how many
   * @param logits receives {@code [rows][vocabulary]}
   * @param offset first float to write
   */
  public void project(float[] hidden, int hiddenOffset, int rows, float[] logits, int offset) {
    weights.check();
    try {
      product.of(hidden, hiddenOffset, rows).times(weights.head(), logits, offset).run();
    } catch (InternalError e) {
      throw weights.unreadable(e);
    }
  }

  /**
   * The logits of some rows of the last call.
   *
   * @param row first row
   * @param rows how many
   * @param logits receives {@code [rows][vocabulary]}
   * @param offset first float to write
   */
  public void logits(int row, int rows, float[] logits, int offset) {
    hidden(row, rows, normed, 0);
    project(normed, 0, rows, logits, offset);
  }
}
