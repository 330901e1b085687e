package dev.velox.runtime.bench;

import dev.velox.api.AttentionSpec;
import dev.velox.api.Role;
import dev.velox.api.Rope;
import java.util.List;

/**
 * Rows and queries of a benchmark, the same for every arm: normal numbers, keys rotated to their
 * positions and shifted by a mean that a model would have put there before rotating. Few heads
 * differ; the others repeat them, which no method notices and no speed depends on.
 */
final class BenchData {
  private static final int DISTINCT = 2;
  private static final double ROPE_BASE = 500_000;

  /** Every so many pairs one carries a loud mean. */
  private static final int LOUD_STRIDE = 8;

  private static final double LOUD = 2;
  private static final double QUIET = 0.05;

  private final int dim;
  private final int tokens;
  private final AttentionSpec attention;
  private final List<float[]> keys;
  private final List<float[]> values;

  BenchData(BenchOptions options) {
    dim = options.headDim();
    tokens = options.tokens();
    attention = attention(dim);
    Rope rope = Rope.of(ROPE_BASE, dim);
    Normals normals = new Normals(options.seed());
    keys = List.of(normals.array(tokens * dim), normals.array(tokens * dim));
    values = List.of(normals.array(tokens * dim), normals.array(tokens * dim));
    for (float[] head : keys) {
      addMean(rope, normals, head);
    }
  }

  /** Adds one mean, rotated to each row's position. */
  private void addMean(Rope rope, Normals normals, float[] rows) {
    for (int p = 0; p < rope.pairs(); p++) {
      double size = p % LOUD_STRIDE == 0 ? LOUD : QUIET;
      double x = size * normals.next();
      double y = size * normals.next();
      double c = StrictMath.cos(rope.inverseFrequency(p));
      double s = StrictMath.sin(rope.inverseFrequency(p));
      for (int t = 0; t < tokens; t++) {
        rows[t * dim + rope.first(p)] += (float) x;
        rows[t * dim + rope.second(p)] += (float) y;
        double turned = x * c - y * s;
        y = x * s + y * c;
        x = turned;
      }
    }
  }

  /** What the model does: plain scale, rotary embedding over the whole head. */
  static AttentionSpec attention(int headDim) {
    return AttentionSpec.plain(headDim).withRope(Rope.of(ROPE_BASE, headDim));
  }

  /** What the model does. */
  AttentionSpec attention() {
    return attention;
  }

  /** Rows {@code [tokens][headDim]} of a head of a cache. */
  float[] rows(Role role, int kvHead) {
    return (role == Role.KEYS ? keys : values).get(kvHead % DISTINCT);
  }

  /** Rows {@code [tokens][headDim]} as a track of either role gets them: without a mean. */
  float[] deviations(int kvHead) {
    return values.get(kvHead % DISTINCT);
  }

  /** Copies rows of all heads to {@code [count][heads][headDim]}; positions wrap around. */
  void copy(Role role, int from, int count, int heads, float[] to) {
    for (int h = 0; h < heads; h++) {
      float[] rows = rows(role, h);
      for (int i = 0; i < count; i++) {
        int t = (from + i) % tokens;
        System.arraycopy(rows, t * dim, to, (i * heads + h) * dim, dim);
      }
    }
  }

  /** Queries that give logits a standard deviation of about 1. */
  float[] queries(int heads, long seed) {
    return new Normals(~seed).array(heads * dim);
  }
}
