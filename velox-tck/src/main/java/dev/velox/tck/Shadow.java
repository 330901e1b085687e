package dev.velox.tck;

import dev.velox.api.CacheSpec;
import dev.velox.api.Center;
import dev.velox.api.ExactType;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A cache together with every row it was given: the oracle of all laws. Rows are handed over from
 * the middle of arrays that hold NaN around them, and are NaN themselves as soon as the call ends.
 */
final class Shadow implements AutoCloseable {
  private static final int MARGIN = 3;
  private static final int MEAN_ROWS = 128;

  final Case example;
  final KvCache cache;
  private final Rows source;
  private final Frontier frontier;
  private final List<List<float[]>> keyRows = new ArrayList<>();
  private final List<List<float[]>> valueRows = new ArrayList<>();
  private long serial;

  /** A new cache of a case. */
  Shadow(Case example, KvCache cache, RowKind kind) {
    this(example, cache, example.rows(kind), frontier(example, cache));
    for (int l = 0; l < example.shape().layers(); l++) {
      keyRows.add(new ArrayList<>());
      valueRows.add(new ArrayList<>());
    }
  }

  private Shadow(Case example, KvCache cache, Rows source, Frontier frontier) {
    this.example = example;
    this.cache = cache;
    this.source = source;
    this.frontier = frontier;
  }

  private static Frontier frontier(Case example, KvCache cache) {
    CacheSpec effective = cache.effective();
    int fit = effective.center().orElse(Center.OFF) == Center.OFF ? 0 : MEAN_ROWS;
    for (Role role : example.subject().roles()) {
      fit = Math.max(fit, example.subject().traits(role, example.shape()).fitRows());
    }
    int sliding = example.attention().slidingWindow();
    int window = effective.window().orElse(0);
    return new Frontier(
        effective.sinks().orElse(0), sliding == 0 ? window : Math.min(window, sliding), fit);
  }

  KvShape shape() {
    return example.shape();
  }

  Frontier frontier() {
    return frontier;
  }

  int length() {
    return frontier.length();
  }

  /** The type that exact rows of a role are kept in. */
  ExactType exactType(Role role) {
    if (example.subject().roles().contains(role)) {
      ExactType needed = example.subject().traits(role, shape()).exactRows();
      return needed == ExactType.F32 ? needed : cache.effective().exact().orElse(ExactType.F16);
    }
    return ExactType.F32;
  }

  /** The row that was handed over: what the cache must hold at a position. */
  float[] row(Role role, int layer, int position) {
    return layer(role, layer).get(position);
  }

  /** The row that comes to a position of a sequence that only grows, told from the seed. */
  float[] given(Role role, int layer, int position) {
    return source.row(role, layer, position, position);
  }

  private List<float[]> layer(Role role, int layer) {
    return (role == Role.KEYS ? keyRows : valueRows).get(layer);
  }

  /** The next {@code count} rows of a layer, between margins of NaN. */
  float[] next(Role role, int layer, int count) {
    float[] block = margins(count * shape().rowFloats());
    for (int t = 0; t < count; t++) {
      float[] row = source.row(role, layer, length() + t, serial + t);
      System.arraycopy(row, 0, block, MARGIN + t * row.length, row.length);
    }
    return block;
  }

  private static float[] margins(int floats) {
    float[] block = new float[floats + 2 * MARGIN];
    Arrays.fill(block, Float.NaN);
    return block;
  }

  void append(int count) {
    for (int l = 0; l < shape().layers(); l++) {
      float[] keys = next(Role.KEYS, l, count);
      float[] values = next(Role.VALUES, l, count);
      float[] before = keys.clone();
      cache.layer(l).append(keys, MARGIN, values, MARGIN, count);
      Claim.sameBits(before, keys, "keys of the caller after append");
      remember(l, keys, values, count);
    }
    arrived(count);
  }

  /**
   * Appends and attends; the outputs of all layers.
   *
   * @return {@code [layer]} of {@code [token][queryHead][headDim]}
   */
  List<float[]> extend(int count, Scratch scratch) {
    List<float[]> outputs = new ArrayList<>();
    for (int l = 0; l < shape().layers(); l++) {
      float[] keys = next(Role.KEYS, l, count);
      float[] values = next(Role.VALUES, l, count);
      int width = shape().queryHeads() * shape().headDim();
      float[] q = margins(count * width);
      for (int t = 0; t < count; t++) {
        System.arraycopy(source.queries(l, serial + t), 0, q, MARGIN + t * width, width);
      }
      float[] out = margins(count * width);
      cache.layer(l).extend(keys, MARGIN, values, MARGIN, q, MARGIN, count, out, MARGIN, scratch);
      untouched(out, "outputs of extend");
      outputs.add(Arrays.copyOfRange(out, MARGIN, MARGIN + count * width));
      remember(l, keys, values, count);
    }
    arrived(count);
    return outputs;
  }

  void remember(int layer, float[] keys, float[] values, int count) {
    int n = shape().rowFloats();
    for (int t = 0; t < count; t++) {
      int at = MARGIN + t * n;
      layer(Role.KEYS, layer).add(Arrays.copyOfRange(keys, at, at + n));
      layer(Role.VALUES, layer).add(Arrays.copyOfRange(values, at, at + n));
    }
    Arrays.fill(keys, Float.NaN);
    Arrays.fill(values, Float.NaN);
  }

  void arrived(int count) {
    serial += count;
    frontier.append(count);
  }

  void trim(int length) {
    cache.trim(length);
    forgetBeyond(length);
  }

  private void forgetBeyond(int length) {
    frontier.trim(length);
    for (List<float[]> kept : keyRows) {
      kept.subList(length, kept.size()).clear();
    }
    for (List<float[]> kept : valueRows) {
      kept.subList(length, kept.size()).clear();
    }
  }

  /** A fork; its later rows differ from the parent's. */
  Shadow fork() {
    return continued(cache.fork(), serial + 1_000_003);
  }

  /** Another cache that holds the same rows; those to come are drawn from a serial number on. */
  Shadow continued(KvCache other, long from) {
    Shadow fork = new Shadow(example, other, source, frontier.copy());
    keyRows.forEach(kept -> fork.keyRows.add(new ArrayList<>(kept)));
    valueRows.forEach(kept -> fork.valueRows.add(new ArrayList<>(kept)));
    fork.serial = from;
    return fork;
  }

  /** Takes zero rows for granted that another shadow of the same cache has appended. */
  void assume(int zeros) {
    for (int l = 0; l < shape().layers(); l++) {
      for (int t = 0; t < zeros; t++) {
        keyRows.get(l).add(new float[shape().rowFloats()]);
        valueRows.get(l).add(new float[shape().rowFloats()]);
      }
    }
    arrived(zeros);
  }

  /** A cache that was never trimmed back: rows to come are drawn as if it had just got here. */
  void continueFrom(long otherSerial) {
    serial = otherSerial;
  }

  long serial() {
    return serial;
  }

  /** The newest position's attention in all heads, with margins checked. */
  float[] attend(int layer, float[] q, Scratch scratch) {
    return attend(layer, 0, shape().queryHeads(), q, scratch);
  }

  /** Attention of some heads; the others must stay NaN. */
  float[] attend(int layer, int fromHead, int toHead, float[] q, Scratch scratch) {
    float[] padded = margins(q.length);
    System.arraycopy(q, 0, padded, MARGIN, q.length);
    float[] out = margins(q.length);
    cache.layer(layer).attend(fromHead, toHead, padded, MARGIN, out, MARGIN, scratch);
    untouched(out, "outputs of attend");
    int d = shape().headDim();
    for (int i = 0; i < q.length; i++) {
      boolean asked = i / d >= fromHead && i / d < toHead;
      float written = out[MARGIN + i];
      Claim.that(
          asked != Float.isNaN(written),
          () -> "attend of heads " + fromHead + ".." + toHead + " left " + written + " elsewhere");
    }
    return Arrays.copyOfRange(out, MARGIN, MARGIN + q.length);
  }

  float[] queries(int layer) {
    return source.queries(layer, serial);
  }

  Scratch scratch() {
    return cache.newScratch(Workers.single());
  }

  /** Decoded rows {@code [to - from][headDim]} of one head. */
  float[] decoded(Role role, int layer, int head, int from, int to) {
    return decoded(cache.layer(layer), role, head, from, to, shape().headDim());
  }

  static float[] decoded(LayerCache layer, Role role, int head, int from, int to, int dim) {
    float[] padded = margins((to - from) * dim);
    layer.materialize(role, head, from, to, padded, MARGIN);
    untouched(padded, "rows of materialize");
    float[] decoded = Arrays.copyOfRange(padded, MARGIN, padded.length - MARGIN);
    Claim.finite(decoded, role);
    return decoded;
  }

  private static void untouched(float[] padded, String what) {
    for (int i = 0; i < MARGIN; i++) {
      boolean kept = Float.isNaN(padded[i]) && Float.isNaN(padded[padded.length - 1 - i]);
      Claim.that(kept, () -> what + " were written outside the place given");
    }
  }

  /** The first position that can be read: 0 but for sliding windows. */
  int firstVisible() {
    return length() == 0 ? 0 : example.attention().firstVisible(length() - 1);
  }

  @Override
  public void close() {
    cache.close();
  }
}
