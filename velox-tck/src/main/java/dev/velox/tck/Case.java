package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Rope;
import dev.velox.cache.KvCaches;
import java.util.List;
import java.util.Optional;

/**
 * One cache to open: subject, shape, settings and attention, all drawn from a seed.
 *
 * @param settings cache settings as text, may be empty
 * @param seed of its rows
 */
record Case(Subject subject, KvShape shape, String settings, AttentionSpec attention, long seed) {
  private static final int CAPACITY = 4096;
  private static final List<int[]> HEADS =
      List.of(
          new int[] {1, 1, 64},
          new int[] {2, 4, 32},
          new int[] {3, 6, 8},
          new int[] {1, 2, 33},
          new int[] {2, 2, 80},
          new int[] {1, 4, 128},
          new int[] {2, 24, 16},
          new int[] {1, 9, 64},
          new int[] {2, 2, 1});
  private static final List<String> SINKS =
      List.of("", "sinks=0", "sinks=1", "sinks=4", "sinks=70");
  private static final List<String> WINDOWS =
      List.of("", "window=0", "window=1", "window=5", "window=32", "window=64", "window=100");
  private static final List<String> CENTER = List.of("", "center=on", "center=off");
  private static final List<String> EXACT = List.of("", "exact=f16", "exact=f32");

  /** A case with everything drawn. */
  static Case draw(Subject subject, long seed) {
    Dice dice = new Dice(seed * 31 + subject.toString().hashCode());
    KvShape shape = shape(subject, dice, dice.of(1, 1, 2));
    String settings = join(dice.of(SINKS), dice.of(WINDOWS), dice.of(CENTER), dice.of(EXACT));
    return new Case(subject, shape, settings, attention(shape, dice), dice.seed());
  }

  /** A plain case: no rope, given settings. */
  static Case plain(Subject subject, KvShape shape, String settings, long seed) {
    return new Case(subject, shape, settings, AttentionSpec.plain(shape.headDim()), seed);
  }

  /** A shape the subject accepts. */
  static KvShape shape(Subject subject, Dice dice, int layers) {
    int start = dice.below(HEADS.size());
    for (int i = 0; i < HEADS.size(); i++) {
      int[] h = HEADS.get((start + i) % HEADS.size());
      KvShape shape = new KvShape(layers, h[0], h[1], h[2], CAPACITY);
      if (subject.accepts(shape)) {
        return shape;
      }
    }
    throw new AssertionError(subject + " accepts none of the head dims of the TCK");
  }

  private static AttentionSpec attention(KvShape shape, Dice dice) {
    int d = shape.headDim();
    float scale = (float) (1 / Math.sqrt(d)) * dice.of(1, 1, 2) / dice.of(1, 1, 3);
    return new AttentionSpec(scale, dice.of(0, 0, 20), 0, rope(d, dice));
  }

  private static Optional<Rope> rope(int d, Dice dice) {
    int even = d / 2 * 2;
    if (even < 2 || dice.oneIn(3)) {
      return Optional.empty();
    }
    Rope rope = Rope.of(dice.of(10_000, 500_000), dice.oneIn(3) ? Math.max(2, even / 4 * 2) : even);
    return Optional.of(dice.oneIn(3) ? rope.withPairing(Rope.Pairing.INTERLEAVED) : rope);
  }

  private static String join(String... clauses) {
    return String.join(";", List.of(clauses).stream().filter(c -> !c.isEmpty()).toList());
  }

  Case withAttention(AttentionSpec spec) {
    return new Case(subject, shape, settings, spec, seed);
  }

  Case withSettings(String other) {
    return new Case(subject, shape, other, attention, seed);
  }

  Case withShape(KvShape other) {
    return new Case(subject, other, settings, attention, seed);
  }

  CacheSpec spec() {
    return subject.cacheSpec(settings);
  }

  KvCaches caches(Ledger ledger) {
    return KvCaches.of(subject.methods(), ledger);
  }

  /** The cache; the case is one that the subject accepts, so a refusal is a fault. */
  KvCache open(KvCaches caches) {
    try {
      return caches.open(shape, spec(), attention);
    } catch (ConfigException e) {
      throw new AssertionError(this + " is refused: " + e.getMessage(), e);
    }
  }

  Rows rows(RowKind kind) {
    return new Rows(seed, shape, attention.rope(), kind);
  }

  @Override
  public String toString() {
    return spec() + " on " + shape + " with " + attention + ", rows of seed " + seed;
  }
}
