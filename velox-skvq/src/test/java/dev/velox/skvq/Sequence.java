package dev.velox.skvq;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;

/** A cache of one layer with two heads, beside the rows that were put into it. */
final class Sequence implements AutoCloseable {
  static final int DIM = 64;
  static final int CAPACITY = 2048;
  private static final int HEADS = 2;

  private final KvCaches caches = KvCaches.create();
  final KvCache cache;
  private final float[] keys;
  private final float[] values;

  Sequence(String spec) {
    this(spec, Gaussian.ones(DIM));
  }

  Sequence(String spec, double[] scale) {
    KvShape shape = new KvShape(1, HEADS, 2 * HEADS, DIM, CAPACITY);
    try {
      this.cache = caches.open(shape, CacheSpec.parse(spec), AttentionSpec.plain(DIM));
    } catch (RuntimeException e) {
      caches.close();
      throw e;
    }
    this.keys = new Gaussian(100).rows(HEADS * (CAPACITY + 1), scale);
    this.values = new Gaussian(101).rows(HEADS * (CAPACITY + 1), scale);
  }

  Sequence append(int tokens) {
    int at = cache.length() * HEADS * DIM;
    cache.layer(0).append(keys, at, values, at, tokens);
    return this;
  }

  int frontier() {
    return cache.layer(0).frontier();
  }

  /** Rows of head 1 as they are held. */
  float[] rows(Role role, int from, int to) {
    float[] rows = new float[(to - from) * DIM];
    cache.layer(0).materialize(role, 1, from, to, rows, 0);
    return rows;
  }

  /** Rows of head 1 as they came, in binary16. */
  float[] originals(Role role, int from, int to) {
    float[] all = role == Role.KEYS ? keys : values;
    float[] rows = new float[(to - from) * DIM];
    for (int i = 0; i < rows.length; i++) {
      float x = all[((from + i / DIM) * HEADS + 1) * DIM + i % DIM];
      rows[i] = Float.float16ToFloat(Float.floatToFloat16(x));
    }
    return rows;
  }

  /** The output of the newest position. */
  float[] attend() {
    float[] q = new Gaussian(102).rows(2 * HEADS, Gaussian.ones(DIM));
    float[] out = new float[q.length];
    try (Scratch scratch = cache.newScratch(Workers.single())) {
      cache.layer(0).attend(0, 2 * HEADS, q, 0, out, 0, scratch);
    }
    return out;
  }

  @Override
  public void close() {
    cache.close();
    caches.close();
  }
}
