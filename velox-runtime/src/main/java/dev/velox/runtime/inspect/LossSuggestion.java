package dev.velox.runtime.inspect;

import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.Role;
import dev.velox.cache.KvCaches;
import dev.velox.cache.KvQuantizer;
import dev.velox.runtime.KvSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the cache of least coding loss for written-down rows within the bits of {@code --bits 4}.
 * No query is known then, so errors of keys and values count alike.
 */
public final class LossSuggestion {
  private static final String MEASURE = "squared error over variance, mean of keys and values";
  private static final int LEAST_TOKENS = 128 + Inspection.SKIPPED;

  private LossSuggestion() {}

  /**
   * Searches.
   *
   * @param caches the methods there are
   * @param sample rows
   * @return what came out best; empty for fewer rows than methods are fitted on
   */
  public static Optional<Suggestion> of(KvCaches caches, KvSample sample) {
    List<CacheSpec> candidates = Candidates.of(caches, sample.shape(), sample.attention());
    if (sample.tokens() < LEAST_TOKENS || candidates.isEmpty()) {
      return Optional.empty();
    }
    CacheSpec usual = candidates.getFirst();
    double usualBits = bits(caches, usual, sample);
    CacheSpec base = usual;
    double least = loss(caches, usual, sample);
    double usualLoss = least;
    for (CacheSpec spec : candidates.subList(1, candidates.size())) {
      double loss = loss(caches, spec, sample);
      if (loss < least && bits(caches, spec, sample) <= usualBits + 1e-9) {
        base = spec;
        least = loss;
      }
    }
    CacheSpec found = exchanged(caches, base, sample);
    double measured = found.equals(base) ? least : loss(caches, found, sample);
    if (measured >= least) {
      found = base;
      measured = least;
    }
    String reason =
        String.format(
            Locale.ROOT,
            "coded these rows with %d pairs of methods, then moved bits between layers where that"
                + " lowers the loss; errors of keys and values count alike, since no query is known",
            candidates.size());
    return Optional.of(
        new Suggestion(
            found,
            bits(caches, base, sample),
            measured,
            usual,
            usualBits,
            usualLoss,
            MEASURE,
            reason));
  }

  private static double loss(KvCaches caches, CacheSpec spec, KvSample sample) {
    CodingLoss mean = CodingLoss.mean(CodingLoss.of(caches, spec, sample));
    return (mean.keys() + mean.values()) / 2;
  }

  private static double bits(KvCaches caches, CacheSpec spec, KvSample sample) {
    try (KvQuantizer quantizer =
        caches.quantizer(sample.shape().headDim(), spec, sample.attention())) {
      return quantizer.averageBits();
    }
  }

  /** Losses of layers add up exactly here, so all worthwhile exchanges are made at once. */
  private static CacheSpec exchanged(KvCaches caches, CacheSpec base, KvSample sample) {
    List<CodingLoss> now = CodingLoss.of(caches, base, sample);
    List<Integer> layers = sample.layers().stream().map(KvSample.Layer::index).toList();
    List<Exchange.Move> moves = new ArrayList<>();
    List<Double> change = new ArrayList<>();
    for (Role role : Role.values()) {
      for (int bits : new int[] {1, -1}) {
        List<Exchange.Move> some =
            Exchange.moves(base.methods(), layers).stream()
                .filter(m -> m.role() == role && m.bits() == bits)
                .toList();
        if (some.size() == layers.size()) {
          List<CodingLoss> then = losses(caches, Exchange.with(base, some), sample, now);
          for (int i = 0; i < some.size(); i++) {
            moves.add(some.get(i));
            change.add(of(role, then.get(i)) - of(role, now.get(i)));
          }
        }
      }
    }
    double[] changes = change.stream().mapToDouble(Double::doubleValue).toArray();
    List<Exchange.Move> chosen = Exchange.worthwhile(moves, changes);
    return chosen.isEmpty() ? base : Exchange.with(base, chosen);
  }

  private static List<CodingLoss> losses(
      KvCaches caches, CacheSpec spec, KvSample sample, List<CodingLoss> now) {
    try {
      return CodingLoss.of(caches, spec, sample);
    } catch (ConfigException e) {
      return now;
    }
  }

  private static double of(Role role, CodingLoss loss) {
    return role == Role.KEYS ? loss.keys() : loss.values();
  }
}
