package dev.velox.cache;

import dev.velox.accounting.Account;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.ClosedException;
import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compresses whole tensors outside generation: {@code (tokens, headDim)} or {@code (batch, heads,
 * tokens, headDim)}, in that order of floats. Every row is coded; sinks, window and open block
 * belong to a cache. Tables and means come from {@link #calibrate}, or else from each tensor's own
 * first rows. Not for two threads at once.
 */
public final class KvQuantizer implements AutoCloseable {
  private final KvCaches caches;
  private final CacheSpec spec;
  private final AttentionSpec attention;
  private final int headDim;
  private final Account account;
  private @Nullable Calibration calibration;
  private boolean closed;

  /** Tables fitted once, for a number of heads. */
  private record Calibration(int heads, RoleRows keys, RoleRows values) {
    RoleRows of(Role role) {
      return role == Role.KEYS ? keys : values;
    }
  }

  KvQuantizer(KvCaches caches, CacheSpec spec, AttentionSpec attention, int headDim) {
    this.caches = caches;
    this.spec = spec;
    this.attention = attention;
    this.headDim = headDim;
    recipe(1, 1); // refuses what cannot work
    this.account = caches.ledger().account("quantizer");
  }

  /**
   * Fits tables and means on sample rows and freezes them.
   *
   * @param keys sample keys
   * @param values sample values, shaped alike
   * @param shape {@code tokens, headDim} or {@code batch, heads, tokens, headDim}
   * @throws ConfigException if the shape does not fit, or has fewer rows than the method fits on
   */
  public void calibrate(float[] keys, float[] values, int... shape) {
    calibrate(TensorShape.of(shape, headDim), keys, values, null);
  }

  /**
   * As {@link #calibrate(float[], float[], int...)}, with a weight for each row: how much an error
   * in it costs, such as the attention it received. Keys and values are fitted by the same weights.
   *
   * <p>KVQuant (section 3.3) weighs each number by its Fisher information, which needs gradients;
   * the attention a row receives is what a cache can see of it.
   *
   * @param keys sample keys
   * @param values sample values, shaped alike
   * @param weights one a row, 0 or more, not all 0 in any head: {@code tokens} or {@code batch,
   *     heads, tokens} of them
   * @param shape {@code tokens, headDim} or {@code batch, heads, tokens, headDim}
   * @throws ConfigException as above, for other weights, and if neither method fits by weights
   */
  public void calibrate(float[] keys, float[] values, float[] weights, int... shape) {
    TensorShape tensor = TensorShape.of(shape, headDim);
    calibrate(tensor, keys, values, tensor.rowWeights(weights));
  }

  private void calibrate(
      TensorShape tensor, float[] keys, float[] values, float @Nullable [] weights) {
    checkOpen();
    tensor.check("keys", keys);
    tensor.check("values", values);
    if (calibration != null) {
      calibration.keys().clear();
      calibration.values().clear();
      calibration = null;
    }
    RoleRows k = fit(tensor, Role.KEYS, keys, weights);
    RoleRows v = fit(tensor, Role.VALUES, values, weights);
    if (weights != null && !k.takesWeights() && !v.takesWeights()) {
      k.clear();
      v.clear();
      throw new ConfigException(
          "quantizer", "weights", "given", "but no table of " + spec + " is fitted by weights");
    }
    calibration = new Calibration(tensor.heads(), k, v);
  }

  private RoleRows fit(TensorShape tensor, Role role, float[] rows, float @Nullable [] weights) {
    int count = Math.multiplyExact(tensor.batch(), tensor.tokens());
    LayerRecipe layer = recipe(tensor.heads(), count);
    checkFit(layer, role, count);
    RoleRows fitted = rows(layer, role, account);
    RoleRows.Source source =
        (head, into) -> {
          for (int b = 0; b < tensor.batch(); b++) {
            tensor.copy(rows, b, head, into, b * tensor.tokens() * headDim);
          }
        };
    fitted.code(0, count, true, source, weights, new WriterScratch(layer.shape()));
    fitted.trimCodes(0);
    return fitted;
  }

  /**
   * Compresses one tensor.
   *
   * @param role whether it holds keys or values
   * @param rows its floats
   * @param shape {@code tokens, headDim} or {@code batch, heads, tokens, headDim}
   * @return the codes; close them to give their memory back
   * @throws ConfigException if the shape does not fit the calibration or the method
   */
  public CompressedTensor compress(Role role, float[] rows, int... shape) {
    checkOpen();
    TensorShape tensor = TensorShape.of(shape, headDim);
    tensor.check(role.label(), rows);
    LayerRecipe layer = recipe(tensor.heads(), tensor.tokens());
    if (calibration == null) {
      checkFit(layer, role, tensor.tokens());
    } else if (calibration.heads() != tensor.heads()) {
      throw new ConfigException(
          "quantizer", "heads", tensor.heads(), "must be the calibrated " + calibration.heads());
    }
    Account own = caches.ledger().account("tensor");
    RoleRows[] batch = new RoleRows[tensor.batch()];
    boolean done = false;
    try {
      WriterScratch scratch = new WriterScratch(layer.shape());
      for (int b = 0; b < batch.length; b++) {
        int element = b;
        batch[b] =
            calibration == null
                ? rows(layer, role, own)
                : calibration.of(role).fork(own, phases(layer, role));
        batch[b].code(
            0,
            tensor.tokens(),
            calibration == null,
            (head, into) -> tensor.copy(rows, element, head, into, 0),
            scratch);
      }
      done = true;
    } finally {
      if (!done) {
        own.close();
      }
    }
    return new CompressedTensor(tensor, role, batch, own);
  }

  /**
   * Coded bits a number as tensors grow without end, the mean of keys and values.
   *
   * @return bits, side data included
   */
  public double averageBits() {
    CacheRecipe one = cacheRecipe(1, 1);
    return (CachePlan.codedBits(one, true) + CachePlan.codedBits(one, false)) / 2;
  }

  /**
   * The settings in force.
   *
   * @return every option written out
   */
  public CacheSpec effective() {
    return cacheRecipe(1, 1).effective();
  }

  private RoleRows rows(LayerRecipe layer, Role role, Account from) {
    return new RoleRows(layer.role(role), 0, from, phases(layer, role));
  }

  private @Nullable RopePhases phases(LayerRecipe layer, Role role) {
    return caches.phases(layer.role(role));
  }

  private static void checkFit(LayerRecipe layer, Role role, int rows) {
    int needed = layer.role(role).traits().fitRows();
    if (rows < needed) {
      throw new ConfigException(
          layer.role(role).method().id(),
          "tokens",
          rows,
          "must be at least the " + needed + " that tables are fitted on; calibrate on more rows");
    }
  }

  private LayerRecipe recipe(int heads, int tokens) {
    return cacheRecipe(heads, tokens).layers().get(0);
  }

  private CacheRecipe cacheRecipe(int heads, int tokens) {
    KvShape shape = new KvShape(1, heads, heads, headDim, Math.max(1, tokens));
    return caches.recipe(shape, spec, List.of(attention));
  }

  private void checkOpen() {
    if (closed) {
      throw new ClosedException("this quantizer");
    }
  }

  /** Gives the calibration's memory back; compressed tensors live on. */
  @Override
  public void close() {
    closed = true;
    account.close();
  }
}
