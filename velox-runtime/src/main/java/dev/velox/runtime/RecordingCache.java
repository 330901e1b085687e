package dev.velox.runtime;

import dev.velox.api.AttentionSpec;
import dev.velox.api.BitReport;
import dev.velox.api.ByteReport;
import dev.velox.api.CacheSpec;
import dev.velox.api.Figure;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A cache that passes everything on to another and keeps the rows it is given. */
final class RecordingCache implements KvCache {
  private final KvCache cache;
  private final int queryTokens;
  private final List<Recorder> layers = new ArrayList<>();

  RecordingCache(KvCache cache, int queryTokens) {
    this.cache = cache;
    this.queryTokens = queryTokens;
    for (int i = 0; i < cache.shape().layers(); i++) {
      layers.add(new Recorder(i));
    }
  }

  KvSample sample(String name, AttentionSpec attention) {
    return new KvSample(
        name, cache.shape(), attention, queryTokens, layers.stream().map(Recorder::layer).toList());
  }

  private final class Recorder implements LayerCache {
    private final int index;
    private final float[] keys;
    private final float[] values;
    private final float[] queries;

    Recorder(int index) {
      this.index = index;
      KvShape s = cache.shape();
      keys = new float[Math.multiplyExact(s.rowFloats(), s.capacity())];
      values = new float[keys.length];
      queries = new float[Math.multiplyExact(s.queryHeads() * s.headDim(), queryTokens)];
    }

    KvSample.Layer layer() {
      return new KvSample.Layer(index, keys, values, queries);
    }

    private LayerCache passed() {
      return cache.layer(index);
    }

    /** Keeps {@code [token][head][channel]} as {@code [head][kept][channel]}. */
    private void keep(float[] from, int offset, int tokens, float[] to, int heads, int skip) {
      int dim = cache.shape().headDim();
      int kept = cache.shape().capacity() - skip;
      int position = passed().length();
      for (int t = Math.max(0, skip - position); t < tokens; t++) {
        for (int h = 0; h < heads; h++) {
          System.arraycopy(
              from,
              offset + (t * heads + h) * dim,
              to,
              (h * kept + position + t - skip) * dim,
              dim);
        }
      }
    }

    private void keepRows(float[] k, int kOffset, float[] v, int vOffset, int tokens) {
      keep(k, kOffset, tokens, keys, cache.shape().kvHeads(), 0);
      keep(v, vOffset, tokens, values, cache.shape().kvHeads(), 0);
    }

    @Override
    public int length() {
      return passed().length();
    }

    @Override
    public int frontier() {
      return passed().frontier();
    }

    @Override
    public void append(float[] k, int kOffset, float[] v, int vOffset, int tokens) {
      keepRows(k, kOffset, v, vOffset, tokens);
      passed().append(k, kOffset, v, vOffset, tokens);
    }

    @Override
    public void attend(
        int fromHead, int toHead, float[] q, int qo, float[] out, int outOffset, Scratch s) {
      passed().attend(fromHead, toHead, q, qo, out, outOffset, s);
    }

    @Override
    public void extend(
        float[] k,
        int kOffset,
        float[] v,
        int vOffset,
        float[] q,
        int qOffset,
        int tokens,
        float[] out,
        int outOffset,
        Scratch scratch) {
      keepRows(k, kOffset, v, vOffset, tokens);
      int skip = cache.shape().capacity() - queryTokens;
      keep(q, qOffset, tokens, queries, cache.shape().queryHeads(), skip);
      passed().extend(k, kOffset, v, vOffset, q, qOffset, tokens, out, outOffset, scratch);
    }

    @Override
    public void materialize(Role role, int kvHead, int from, int to, float[] rows, int offset) {
      passed().materialize(role, kvHead, from, to, rows, offset);
    }
  }

  @Override
  public KvShape shape() {
    return cache.shape();
  }

  @Override
  public CacheSpec effective() {
    return cache.effective();
  }

  @Override
  public int length() {
    return cache.length();
  }

  @Override
  public LayerCache layer(int index) {
    return layers.get(index);
  }

  @Override
  public boolean canTrim(int length) {
    return cache.canTrim(length);
  }

  @Override
  public void trim(int length) {
    cache.trim(length);
  }

  @Override
  public int rowsUntilSeal() {
    return cache.rowsUntilSeal();
  }

  @Override
  public KvCache fork() {
    return cache.fork();
  }

  @Override
  public void snapshot(Path target, Map<String, byte[]> notes) {
    cache.snapshot(target, notes);
  }

  @Override
  public ByteReport bytes() {
    return cache.bytes();
  }

  @Override
  public BitReport bits() {
    return cache.bits();
  }

  @Override
  public List<Figure> figures() {
    return cache.figures();
  }

  @Override
  public Scratch newScratch(Workers workers) {
    return cache.newScratch(workers);
  }

  @Override
  public void close() {
    cache.close();
  }
}
