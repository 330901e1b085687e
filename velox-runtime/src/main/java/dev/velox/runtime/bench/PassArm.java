package dev.velox.runtime.bench;

import dev.velox.api.CacheSpec;
import dev.velox.api.Role;
import dev.velox.cache.KvCaches;

/** The kernel pass of one role: scores of a key track alone, or sums of a value track alone. */
final class PassArm extends Arm {
  /** Rows of one partial sum, as caches cut a long context. */
  private static final int PARTIAL = 4096;

  private final BenchOptions options;
  private final Role role;
  private final TrackRig rig;
  private final float[] queries;
  private final float[] scores;
  private final float[] out;

  PassArm(KvCaches caches, BenchOptions options, CacheSpec spec, BenchData data, Role role) {
    this.options = options;
    this.role = role;
    rig = new TrackRig(caches, options, data, spec, role, 0, options.tokens());
    boolean done = false;
    try {
      rig.fill(data, options.tokens());
      done = true;
    } finally {
      if (!done) {
        rig.close();
      }
    }
    queries = data.queries(rig.heads * options.groupSize(), options.seed());
    for (int i = 0; i < queries.length; i++) {
      queries[i] *= data.attention().scale();
    }
    out = new float[queries.length];
    scores = new Normals(options.seed()).array(options.groupSize() * options.tokens());
    if (role == Role.VALUES) {
      weigh();
    }
  }

  /** Weights as a softmax of logits of standard deviation 1 would give, the greatest at 1. */
  private void weigh() {
    float max = Float.NEGATIVE_INFINITY;
    for (float s : scores) {
      max = Math.max(max, s);
    }
    for (int i = 0; i < scores.length; i++) {
      scores[i] = (float) StrictMath.exp(scores[i] - max);
    }
  }

  @Override
  int units() {
    return rig.heads;
  }

  @Override
  void run(int from, int to) {
    int group = options.groupSize();
    int dim = options.headDim();
    for (int h = from; h < to; h++) {
      int at = h * group * dim;
      if (role == Role.KEYS) {
        rig.track.prepareQueries(h, group, queries, at, rig.scratch);
        rig.track.score(h, 0, options.tokens(), group, scores, 0, options.tokens(), rig.scratch);
      } else {
        sum(h, group, at);
      }
    }
  }

  private void sum(int h, int group, int at) {
    int tokens = options.tokens();
    for (int from = 0; from < tokens; from += PARTIAL) {
      int to = Math.min(tokens, from + PARTIAL);
      rig.track.clearSums(group, rig.scratch);
      rig.track.accumulate(h, from, to, group, scores, from, tokens, rig.scratch);
      rig.track.finishSums(h, group, out, at, rig.scratch);
    }
  }

  @Override
  double items() {
    return rows() * options.groupSize();
  }

  @Override
  double bytes() {
    return rig.bytes();
  }

  @Override
  double rows() {
    return (double) rig.heads * options.tokens();
  }

  @Override
  int heads() {
    return rig.heads;
  }

  @Override
  CacheSpec effective() {
    return rig.effective;
  }

  @Override
  public void close() {
    rig.close();
  }
}
