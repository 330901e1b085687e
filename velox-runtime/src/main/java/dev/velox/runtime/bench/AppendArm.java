package dev.velox.runtime.bench;

import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.Role;
import dev.velox.cache.KvCaches;
import java.util.List;

/**
 * Decode's append: one token after the other into a layer of 8 kv heads, four blocks' worth, so
 * that every sample seals four times. A model hands over rows it has just computed, so a few are
 * taken in turn and stay near the processor.
 */
final class AppendArm extends Arm {
  private static final int HEADS = 8;
  private static final int TOKENS = 256;

  /** Tokens whose rows are taken in turn: 128 KiB at head dim 128. */
  private static final int GIVEN = 16;

  /** Rows beyond the exact ones that the cache holds before. */
  private static final int BEFORE = 1024;

  private final KvCache base;
  private final float[] keys;
  private final float[] values;
  private final int row;
  private KvCache cache;

  AppendArm(KvCaches caches, BenchOptions options, CacheSpec spec, BenchData data) {
    int group = options.groupSize();
    int dim = options.headDim();
    row = HEADS * dim;
    KvShape any = new KvShape(1, HEADS, HEADS * group, dim, BEFORE);
    CacheSpec effective = caches.effective(any, spec, List.of(data.attention()));
    int before = BEFORE + effective.sinks().orElse(0) + effective.window().orElse(0);
    KvShape shape = new KvShape(1, HEADS, HEADS * group, dim, before + TOKENS);
    base = caches.open(shape, spec, data.attention());
    boolean done = false;
    try {
      float[] k = new float[before * row];
      float[] v = new float[before * row];
      data.copy(Role.KEYS, 0, before, HEADS, k);
      data.copy(Role.VALUES, 0, before, HEADS, v);
      base.layer(0).append(k, 0, v, 0, before);
      cache = base.fork();
      done = true;
    } finally {
      if (!done) {
        base.close();
      }
    }
    keys = new float[GIVEN * row];
    values = new float[GIVEN * row];
    data.copy(Role.KEYS, before, GIVEN, HEADS, keys);
    data.copy(Role.VALUES, before, GIVEN, HEADS, values);
  }

  @Override
  int units() {
    return 1;
  }

  @Override
  void prepare() {
    cache.close();
    cache = base.fork();
  }

  @Override
  void run(int from, int to) {
    LayerCache layer = cache.layer(0);
    for (int t = 0; t < TOKENS; t++) {
      int at = t % GIVEN * row;
      layer.append(keys, at, values, at, 1);
    }
  }

  @Override
  double items() {
    return TOKENS;
  }

  @Override
  double bytes() {
    return 8.0 * TOKENS * row;
  }

  @Override
  double rows() {
    return (double) TOKENS * HEADS;
  }

  @Override
  int heads() {
    return HEADS;
  }

  @Override
  CacheSpec effective() {
    return base.effective();
  }

  @Override
  public void close() {
    cache.close();
    base.close();
  }
}
