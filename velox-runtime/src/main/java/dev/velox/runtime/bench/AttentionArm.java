package dev.velox.runtime.bench;

import dev.velox.api.ByteReport;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;
import java.util.List;
import java.util.Optional;

/** Decode attention of one layer with as many kv heads as the working set needs. */
final class AttentionArm extends Arm {
  /** Floats copied at a time while filling. */
  private static final int FILL = 1 << 22;

  private final BenchOptions options;
  private final BenchData data;
  private final KvCache cache;
  private final Scratch scratch;
  private final LayerCache layer;
  private final int heads;
  private final float[] queries;
  private final float[] out;
  private final AttentionError error;

  AttentionArm(KvCaches caches, BenchOptions options, CacheSpec spec, BenchData data) {
    this.options = options;
    this.data = data;
    heads = heads(caches, spec);
    queries = data.queries(heads * options.groupSize(), options.seed());
    out = new float[queries.length];
    cache = caches.open(shape(heads), spec, data.attention());
    layer = cache.layer(0);
    boolean done = false;
    try {
      fill();
      scratch = cache.newScratch(Workers.single());
      error = measureError();
      done = true;
    } finally {
      if (!done) {
        cache.close();
      }
    }
  }

  private KvShape shape(int kvHeads) {
    return new KvShape(
        1, kvHeads, kvHeads * options.groupSize(), options.headDim(), options.tokens());
  }

  /** As many as bring the packed bytes to the working set. */
  private int heads(KvCaches caches, CacheSpec spec) {
    ByteReport one = caches.plan(shape(1), spec, List.of(data.attention()), options.tokens()).low();
    return Units.of(options, one);
  }

  private void fill() {
    int row = heads * options.headDim();
    int chunk = Math.clamp(FILL / row, 1, options.tokens());
    float[] keys = new float[chunk * row];
    float[] values = new float[chunk * row];
    for (int at = 0; at < options.tokens(); at += chunk) {
      int count = Math.min(chunk, options.tokens() - at);
      data.copy(Role.KEYS, at, count, heads, keys);
      data.copy(Role.VALUES, at, count, heads, values);
      layer.append(keys, 0, values, 0, count);
    }
  }

  /** The first and the last head, all their queries. */
  private AttentionError measureError() {
    int tokens = options.tokens();
    int dim = options.headDim();
    Fp64Attention exact = new Fp64Attention(tokens, dim, data.attention().scale());
    float[] keys = new float[tokens * dim];
    float[] values = new float[tokens * dim];
    for (int head : heads == 1 ? new int[] {0} : new int[] {0, heads - 1}) {
      run(head, head + 1);
      layer.materialize(Role.KEYS, head, 0, tokens, keys, 0);
      layer.materialize(Role.VALUES, head, 0, tokens, values, 0);
      for (int j = head * options.groupSize(); j < (head + 1) * options.groupSize(); j++) {
        double[] decoded = exact.attend(keys, values, queries, j * dim);
        double[] given =
            exact.attend(
                data.rows(Role.KEYS, head), data.rows(Role.VALUES, head), queries, j * dim);
        exact.add(out, j * dim, decoded, given, values);
      }
    }
    return exact.error();
  }

  @Override
  int units() {
    return heads;
  }

  @Override
  void run(int from, int to) {
    int group = options.groupSize();
    layer.attend(from * group, to * group, queries, 0, out, 0, scratch);
  }

  @Override
  double items() {
    return rows() * options.groupSize();
  }

  @Override
  double bytes() {
    return Units.read(cache.bytes());
  }

  @Override
  double rows() {
    return (double) heads * options.tokens();
  }

  @Override
  int heads() {
    return heads;
  }

  @Override
  CacheSpec effective() {
    return cache.effective();
  }

  @Override
  Optional<AttentionError> error() {
    return Optional.of(error);
  }

  @Override
  public void close() {
    scratch.close();
    cache.close();
  }
}
