package dev.velox.runtime.bench;

import dev.velox.accounting.Account;
import dev.velox.accounting.LineMemory;
import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import dev.velox.api.MethodSpec;
import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackTraits;
import dev.velox.cache.KvCaches;
import java.util.List;

/** One track of a method, opened as a cache would, with an account of its own. */
final class TrackRig implements AutoCloseable {
  /** Rows handed over at a time while filling, whole blocks. */
  private static final int FILL = 1024;

  final CacheSpec effective;
  final KvTrack track;
  final TrackScratch scratch;
  final int heads;
  private final TrackTraits traits;
  private final BenchOptions options;
  private final Account account;

  /**
   * An empty track.
   *
   * @param heads kv heads, or 0 for as many as the working set needs
   * @param capacity rows it may be given
   */
  TrackRig(
      KvCaches caches,
      BenchOptions options,
      BenchData data,
      CacheSpec spec,
      Role role,
      int heads,
      int capacity) {
    this.options = options;
    KvShape one = shape(1, capacity);
    effective = caches.effective(one, spec, List.of(data.attention()));
    MethodSpec asked = effective.methods(0).of(role);
    KvMethod method = caches.methods().get(asked.id());
    account = caches.ledger().account("bench " + spec);
    boolean done = false;
    try {
      TrackContext small =
          new TrackContext(
              role,
              one,
              0,
              method.schema(role).parse(asked.options()),
              account,
              data.attention(),
              effective.precision().orElse(Precision.EXACT),
              caches.methods());
      traits = method.traits(small);
      this.heads =
          heads > 0 ? heads : Units.of(options, method.plan(small, options.tokens()).low());
      track = method.open(withShape(small, shape(this.heads, capacity)));
      scratch =
          new TrackScratch(
              traits.scratchFloats(),
              traits.scratchBytes(),
              LineMemory.allocate(traits.scratchTables()));
      done = true;
    } finally {
      if (!done) {
        account.close();
      }
    }
  }

  private KvShape shape(int kvHeads, int capacity) {
    return new KvShape(1, kvHeads, kvHeads * options.groupSize(), options.headDim(), capacity);
  }

  private static TrackContext withShape(TrackContext c, KvShape shape) {
    return new TrackContext(
        c.role(),
        shape,
        c.layer(),
        c.config(),
        c.memory(),
        c.attention(),
        c.precision(),
        c.methods());
  }

  /** Rows the first append brings: what tables are fitted on, in whole blocks. */
  int firstRows() {
    int least = traits.fitsOnFirstAppend() ? FILL : KvTrack.BLOCK;
    int rows = Math.max(least, traits.fitRows());
    return (rows + KvTrack.BLOCK - 1) / KvTrack.BLOCK * KvTrack.BLOCK;
  }

  /** Whether tables are fitted at all. */
  boolean fits() {
    return traits.fitRows() > 0 || traits.fitsOnFirstAppend();
  }

  /** Appends the first {@code rows} rows of every head. */
  void fill(BenchData data, int rows) {
    int dim = options.headDim();
    int first = firstRows();
    if (first > rows) {
      throw new ConfigException(
          effective.toString(), "tokens", rows, "must be at least its fit rows, " + first);
    }
    float[] work = new float[Math.max(first, FILL) * dim];
    for (int at = 0; at < rows; ) {
      int count = Math.min(rows - at, at == 0 ? first : FILL);
      track.begin(at, count);
      for (int h = 0; h < heads; h++) {
        System.arraycopy(data.deviations(h), at * dim, work, 0, count * dim);
        track.encode(h, work, 0);
      }
      track.tidy();
      at += count;
    }
  }

  /** Bytes that a scan of all heads reads. */
  long bytes() {
    return Units.read(account.bytes());
  }

  @Override
  public void close() {
    account.close();
  }
}
