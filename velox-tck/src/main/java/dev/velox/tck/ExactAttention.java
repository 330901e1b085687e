package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.cache.KvCaches;

/**
 * Law: attend equals softmax attention in double precision on the rows as decoded, within 1e-4 of
 * the largest value; for any scale, soft cap, sliding window and number of query heads a kv head.
 */
final class ExactAttention {
  private static final double TOLERANCE = 1e-4;

  private ExactAttention() {}

  static void check(Subject subject, Effort effort) {
    for (int i = 0; i < effort.histories(); i++) {
      Case example = Case.draw(subject, 100 + i);
      Dice dice = new Dice(example.seed() ^ 0xA);
      grow(example, dice);
      int window = dice.of(1, 70, 200);
      grow(example.withAttention(example.attention().withSlidingWindow(window)), dice);
    }
    grow(biased(subject), new Dice(3));
  }

  /** Keys far off zero before rotation: what centring is for. */
  private static Case biased(Subject subject) {
    return Case.draw(subject, 99).withSettings("center=on;sinks=0;window=0");
  }

  private static void grow(Case example, Dice dice) {
    RowKind kind = example.settings().startsWith("center=on") ? RowKind.BIASED : RowKind.PLAIN;
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), kind);
        Scratch scratch = shadow.scratch()) {
      int end = Math.min(700, shadow.frontier().exactRows() + 64 * 3 + 40);
      while (shadow.length() < end) {
        shadow.append(dice.of(1, 64, dice.between(1, 150)));
        newest(shadow, dice, scratch);
      }
      shadow.trim(Math.max(shadow.firstVisible(), shadow.length() - dice.between(0, 40)));
      newest(shadow, dice, scratch);
    }
  }

  private static void newest(Shadow shadow, Dice dice, Scratch scratch) {
    int heads = shadow.shape().queryHeads();
    int layer = dice.below(shadow.shape().layers());
    float[] q = shadow.queries(layer);
    float[] out = shadow.attend(layer, q, scratch);
    check(shadow, layer, q, out, 0, heads);
    int from = dice.below(heads);
    int to = dice.between(from, heads);
    float[] some = shadow.attend(layer, from, to, q, scratch);
    check(shadow, layer, q, some, from, to);
  }

  /** Compares outputs of some heads at the newest position with fp64 attention. */
  static void check(Shadow shadow, int layer, float[] q, float[] out, int fromHead, int toHead) {
    int d = shadow.shape().headDim();
    int first = shadow.firstVisible();
    int count = shadow.length() - first;
    AttentionSpec spec = shadow.example.attention();
    for (int kv = 0; kv < shadow.shape().kvHeads(); kv++) {
      float[] keys = shadow.decoded(Role.KEYS, layer, kv, first, first + count);
      float[] values = shadow.decoded(Role.VALUES, layer, kv, first, first + count);
      double tolerance = TOLERANCE * Fp64.max(values);
      for (int h = fromHead; h < toHead; h++) {
        if (h / shadow.shape().groupSize() != kv) {
          continue;
        }
        double[] expected = Fp64.attend(spec, keys, values, count, d, q, h * d);
        for (int c = 0; c < d; c++) {
          if (!(Math.abs(out[h * d + c] - expected[c]) <= tolerance)) {
            throw new AssertionError(
                "attend at length "
                    + shadow.length()
                    + ", query head "
                    + h
                    + ", channel "
                    + c
                    + " is "
                    + out[h * d + c]
                    + ", attention on the decoded rows is "
                    + expected[c]
                    + " (tolerance "
                    + tolerance
                    + ") on "
                    + shadow.example);
          }
        }
      }
    }
  }
}
