package dev.velox.runtime;

import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.runtime.model.ForwardPass;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A model and a cache for those who work with tokens and logits: evaluation, inspection, own
 * decoding loops. Not for two threads at once.
 */
public final class TokenRunner implements AutoCloseable {
  private final Velox velox;
  private final Supplier<KvCache> opener;
  private final ForwardPass forward;
  private KvCache cache;
  private @Nullable Scratch scratch;

  TokenRunner(Velox velox, KvShape shape, CacheSpec spec, int chunk) {
    this(velox, () -> velox.openCache(shape, spec), Math.min(chunk, shape.capacity()));
  }

  TokenRunner(Velox velox, Supplier<KvCache> opener, int chunk) {
    this.velox = velox;
    this.opener = opener;
    forward = velox.forwardPass(chunk);
    cache = opener.get();
  }

  /**
   * The cache of the sequence.
   *
   * @return the cache, closed by {@link #restart} and {@link #close}
   */
  public KvCache cache() {
    return cache;
  }

  /**
   * Most tokens a call of {@link #run}.
   *
   * @return the size of the chunk
   */
  public int chunk() {
    return forward.chunk();
  }

  /**
   * Logits a row.
   *
   * @return tokens the model knows
   */
  public int vocabulary() {
    return velox.config().vocabulary();
  }

  /**
   * Threads that share the work, for what is done with the logits.
   *
   * @return the workers of the model
   */
  public Workers workers() {
    return velox.workers();
  }

  /**
   * Runs tokens at the positions after those the cache holds.
   *
   * @param ids token ids
   * @param from the first of them to run
   * @param tokens how many, 1 to {@link #chunk()}
   * @throws dev.velox.api.CapacityException if the cache has no room for them; nothing has changed
   */
  public void run(int[] ids, int from, int tokens) {
    try (Lifetime.Use use = velox.use()) {
      if (scratch == null) {
        scratch = cache.newScratch(velox.workers());
      }
      forward.run(cache, scratch, ids, from, tokens);
    }
  }

  /**
   * The logits of some rows of the last {@link #run}.
   *
   * @param row first row, 0 for the first token of that call
   * @param rows how many
   * @param logits receives {@code [rows][vocabulary]}
   * @param offset first float to write
   */
  public void logits(int row, int rows, float[] logits, int offset) {
    try (Lifetime.Use use = velox.use()) {
      forward.logits(row, rows, logits, offset);
    }
  }

  /** Gives the working memory of attention back until the next {@link #run}. */
  public void rest() {
    if (scratch != null) {
      scratch.close();
      scratch = null;
    }
  }

  /** Begins again with an empty cache. */
  public void restart() {
    close();
    cache = opener.get();
  }

  /** Closes the cache. */
  @Override
  public void close() {
    rest();
    cache.close();
  }
}
