package dev.velox.cache;

import dev.velox.accounting.Account;
import dev.velox.accounting.Audit;
import dev.velox.accounting.AuditReport;
import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.api.Rope;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.PlanReport;
import dev.velox.kernels.Kernels;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens caches: the methods they are made of, the ledger their bytes come from. One for a process,
 * or one for each budget; safe for use by many threads.
 *
 * <pre>{@code
 * try (KvCaches caches = KvCaches.create();
 *     KvCache cache = caches.open(shape, CacheSpec.parse("kivi:bits=4"), attention)) { ... }
 * }</pre>
 */
public final class KvCaches implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KvCaches.class);

  private final Methods methods;
  private final Ledger ledger;
  private final Account own;
  private final RopeTables ropes;
  private final AtomicLong opened = new AtomicLong();

  private KvCaches(Methods methods, Ledger ledger) {
    this.methods = methods;
    this.ledger = ledger;
    this.own = ledger.account("shared tables");
    this.ropes = new RopeTables(own);
    Kernels kernels = Kernels.active();
    if (kernels.vectorBits() == 0) {
      LOG.warn(
          "attention runs on {}; it is several times slower than with SIMD", kernels.description());
    } else {
      LOG.debug("attention runs on {}", kernels.description());
    }
    methods.problems().forEach(p -> LOG.warn("a method was left out: {}", p.getMessage()));
  }

  /**
   * Caches of every installed method, in memory without a budget.
   *
   * @return the factory; close it after its caches
   */
  public static KvCaches create() {
    return of(Methods.installed(), Ledger.unlimited());
  }

  /**
   * Caches of given methods in a given ledger.
   *
   * @param methods what specs may name
   * @param ledger where bytes come from; closed with this factory
   * @return the factory; close it after its caches
   */
  public static KvCaches of(Methods methods, Ledger ledger) {
    return new KvCaches(methods, ledger);
  }

  /**
   * Opens an empty cache whose layers all attend alike.
   *
   * @param shape layers, heads, head dim, capacity
   * @param spec how rows are stored
   * @param attention what the model does in every layer
   * @return the cache
   * @throws dev.velox.api.ConfigException for anything that cannot work; nothing is refused later
   * @throws dev.velox.api.BudgetException if even an empty cache does not fit
   */
  public KvCache open(KvShape shape, CacheSpec spec, AttentionSpec attention) {
    return open(shape, spec, Collections.nCopies(shape.layers(), attention));
  }

  /**
   * Opens an empty cache.
   *
   * @param shape layers, heads, head dim, capacity
   * @param spec how rows are stored
   * @param attention what the model does, one a layer
   * @return the cache
   * @throws dev.velox.api.ConfigException for anything that cannot work; nothing is refused later
   * @throws dev.velox.api.BudgetException if even an empty cache does not fit
   */
  public KvCache open(KvShape shape, CacheSpec spec, List<AttentionSpec> attention) {
    CacheRecipe recipe = recipe(shape, spec, attention);
    return new SequenceCache(recipe, ledger.account(nextName()), this, this::empty);
  }

  private LayerRows empty(LayerRecipe layer, KvMemory memory, WriterScratch writer) {
    return new LayerRows(layer, memory, phases(layer.keys()), writer);
  }

  private String nextName() {
    return "sequence " + opened.incrementAndGet();
  }

  /**
   * Opens a cache from a snapshot, bit for bit the one that was saved; whole or not at all.
   *
   * @param file what {@link KvCache#snapshot} wrote
   * @return the cache
   * @throws dev.velox.api.FormatException if the file is damaged, of another version, or of a
   *     method that is not installed as it was
   * @throws dev.velox.api.BudgetException if its rows do not fit
   */
  public KvCache restore(Path file) {
    return restore(file, snapshot -> {});
  }

  /**
   * As {@link #restore(Path)}, with a say in it.
   *
   * @param file what {@link KvCache#snapshot} wrote
   * @param check sees shape, settings and notes before any row is read, and refuses by throwing;
   *     the digest of the file has not been compared then
   * @return the cache
   * @throws dev.velox.api.FormatException if the file is damaged, of another version, or of a
   *     method that is not installed as it was
   * @throws dev.velox.api.BudgetException if its rows do not fit
   */
  public KvCache restore(Path file, Consumer<? super Snapshot> check) {
    return SnapshotRestorer.restore(this, file, nextName(), check);
  }

  CacheRecipe recipe(KvShape shape, CacheSpec spec, List<AttentionSpec> attention) {
    return new RecipeResolver(methods, shape, spec, attention).resolve();
  }

  /** Phase tables for a role that needs them, or null. */
  @Nullable RopePhases phases(RoleRecipe role) {
    Rope rope = role.turns().orElse(null);
    return rope == null ? null : ropes.of(rope, role.template().shape().capacity());
  }

  RopeTables ropes() {
    return ropes;
  }

  /**
   * A quantizer of whole tensors.
   *
   * @param headDim channels a row
   * @param spec the methods; settings of exact rows have no effect
   * @param attention how keys were rotated
   * @return the quantizer
   * @throws dev.velox.api.ConfigException for anything that cannot work
   */
  public KvQuantizer quantizer(int headDim, CacheSpec spec, AttentionSpec attention) {
    return new KvQuantizer(this, spec, attention, headDim);
  }

  /**
   * Runs every kernel a cache would use, for about a second, until the just-in-time compiler has
   * settled. Optional: without it the first seconds of a long context are slower.
   *
   * @param shape layers, heads, head dim; its capacity does not matter
   * @param spec how rows are stored
   * @param attention what the model does
   */
  public void warmUp(KvShape shape, CacheSpec spec, AttentionSpec attention) {
    KvShape small =
        new KvShape(1, shape.kvHeads(), shape.queryHeads(), shape.headDim(), WarmUp.ROWS);
    CacheSpec first =
        new CacheSpec(
            spec.methods(0),
            List.of(),
            spec.sinks(),
            OptionalInt.of(0),
            spec.center(),
            spec.exact(),
            spec.precision());
    try (KvCache cache = open(small, first, attention)) {
      WarmUp.run(cache);
    }
  }

  /**
   * What a spec becomes for a shape, without opening a cache.
   *
   * @param shape layers, heads, head dim, capacity
   * @param spec how rows are stored
   * @param attention what the model does, one a layer
   * @return the spec with every setting written out
   */
  public CacheSpec effective(KvShape shape, CacheSpec spec, List<AttentionSpec> attention) {
    return recipe(shape, spec, attention).effective();
  }

  /**
   * The bytes of a cache after appending so many tokens to an empty one, without opening it.
   * Readers' scratch comes on top.
   *
   * @param shape layers, heads, head dim, capacity
   * @param spec how rows are stored
   * @param attention what the model does, one a layer
   * @param tokens length, 0 to capacity; a method that fits on its first append is planned for one
   *     append
   * @return bounds, equal unless sizes depend on the data
   */
  public PlanReport plan(KvShape shape, CacheSpec spec, List<AttentionSpec> attention, int tokens) {
    return CachePlan.plan(recipe(shape, spec, attention), tokens);
  }

  /**
   * Weighs a cache: the segments that can be reached from it against those it was charged for.
   *
   * @param cache a cache opened here, or a fork of one
   * @return both, and what differs
   */
  public AuditReport audit(KvCache cache) {
    if (!(cache instanceof SequenceCache sequence)) {
      throw new IllegalArgumentException("only caches of KvCaches can be weighed: " + cache);
    }
    return Audit.weigh(sequence.account(), sequence.parts());
  }

  /**
   * The methods specs may name.
   *
   * @return the look-up
   */
  public Methods methods() {
    return methods;
  }

  /**
   * Where bytes come from.
   *
   * @return the ledger
   */
  public Ledger ledger() {
    return ledger;
  }

  /** Closes the ledger; caches still open keep their memory until they are closed. */
  @Override
  public void close() {
    own.close();
    ledger.close();
  }
}
