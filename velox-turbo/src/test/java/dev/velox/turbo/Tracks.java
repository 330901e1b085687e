package dev.velox.turbo;

import dev.velox.accounting.Account;
import dev.velox.accounting.Ledger;
import dev.velox.accounting.LineMemory;
import dev.velox.api.AttentionSpec;
import dev.velox.api.KvShape;
import dev.velox.api.MethodSpec;
import dev.velox.api.Methods;
import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;

/** A track of one method outside a cache: rows in, rows, scores and sums out. */
final class Tracks implements AutoCloseable {
  private static final int CAPACITY = 1 << 20;

  final TrackContext context;
  final KvMethod method;
  final KvTrack track;
  final TrackScratch scratch;
  private final Ledger ledger = Ledger.unlimited();
  private final int dim;
  private int length;

  private Tracks(String spec, Role role, int heads, int dim, int layer) {
    this.context = context(spec, role, heads, dim, layer, ledger.account("test"));
    this.method = method(spec);
    this.track = method.open(context);
    this.scratch = scratch();
    this.dim = dim;
  }

  static Tracks of(String spec, Role role, int dim) {
    return new Tracks(spec, role, 1, dim, 0);
  }

  static Tracks of(String spec, Role role, int heads, int dim) {
    return new Tracks(spec, role, heads, dim, 0);
  }

  static Tracks ofLayer(String spec, Role role, int dim, int layer) {
    return new Tracks(spec, role, 1, dim, layer);
  }

  static KvMethod method(String spec) {
    return MethodSpec.parse(spec).id().equals("turbo") ? new TurboMethod() : new TurboIpMethod();
  }

  static TrackContext context(
      String spec, Role role, int heads, int dim, int layer, KvMemory memory) {
    MethodSpec parsed = MethodSpec.parse(spec);
    KvMethod method = method(spec);
    return new TrackContext(
        role,
        new KvShape(layer + 1, heads, heads, dim, CAPACITY),
        layer,
        method.schema(role).parse(parsed.options()),
        memory,
        AttentionSpec.plain(dim),
        Precision.EXACT,
        Methods.of(method));
  }

  TrackScratch scratch() {
    TrackTraits traits = method.traits(context);
    return new TrackScratch(
        traits.scratchFloats(), traits.scratchBytes(), LineMemory.allocate(traits.scratchTables()));
  }

  Account memory() {
    return (Account) context.memory();
  }

  /** A track with the same contents in the same memory. */
  KvTrack reopened() {
    TrackState state = track.state();
    return method.open(context, state);
  }

  /** Appends rows of every head, {@code [head][count][dim]}. */
  Tracks append(float[] rows) {
    int heads = context.shape().kvHeads();
    int count = rows.length / dim / heads;
    track.begin(length, count);
    for (int h = 0; h < heads; h++) {
      float[] own = java.util.Arrays.copyOfRange(rows, h * count * dim, (h + 1) * count * dim);
      track.encode(h, own, 0);
    }
    length += count;
    return this;
  }

  float[] decoded() {
    return decoded(0);
  }

  float[] decoded(int head) {
    float[] rows = new float[length * dim];
    track.decode(head, 0, length, rows, 0, scratch);
    return rows;
  }

  /** Scores of every row, {@code [query][row]}. */
  float[] scores(int head, float[] queries) {
    int n = queries.length / dim;
    float[] scores = new float[n * length];
    track.prepareQueries(head, n, queries, 0, scratch);
    track.score(head, 0, length, n, scores, 0, length, scratch);
    return scores;
  }

  /** Weighted sums, {@code [query][dim]}. */
  float[] sums(int head, int queries, float[] weights) {
    float[] out = new float[queries * dim];
    track.clearSums(queries, scratch);
    track.accumulate(head, 0, length, queries, weights, 0, length, scratch);
    track.finishSums(head, queries, out, 0, scratch);
    return out;
  }

  /** What comes back of rows coded as keys. */
  static float[] roundTrip(String spec, int dim, float[] rows) {
    try (Tracks t = of(spec, Role.KEYS, dim)) {
      return t.append(rows).decoded();
    }
  }

  @Override
  public void close() {
    track.clear();
    ledger.close();
  }
}
