package dev.velox.runtime.inspect;

import dev.velox.api.CacheSpec;
import dev.velox.cache.KvCaches;
import dev.velox.runtime.KvSample;
import dev.velox.runtime.Velox;
import dev.velox.runtime.eval.EvalListener;
import dev.velox.runtime.eval.EvalReport;
import dev.velox.runtime.eval.EvalRow;
import dev.velox.runtime.eval.EvalWindow;
import dev.velox.runtime.eval.Evaluation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds the cache of least divergence for a model within the bits of {@code --bits 4}: the best
 * pair of methods first, then bits moved between its layers. Searched on every other window, with
 * four sinks and no exact window; what is suggested has won on the windows in between, both so and
 * with its own exact rows.
 */
public final class KlSuggestion {
  private static final int SINKS = 4;
  private static final String MEASURE = "KL in nats, sinks 4, no exact window";

  /** A search layer by layer may take so many seconds. */
  private static final double PATIENCE = 180;

  private final Velox model;
  private final int chunk;
  private final EvalListener listener;
  private final List<EvalWindow> search = new ArrayList<>();
  private final List<EvalWindow> confirm = new ArrayList<>();

  private KlSuggestion(Velox model, List<EvalWindow> windows, int chunk, EvalListener listener) {
    this.model = model;
    this.chunk = chunk;
    this.listener = listener;
    for (int i = 0; i < windows.size(); i++) {
      (i % 2 == 0 ? search : confirm).add(windows.get(i));
    }
    if (confirm.isEmpty()) {
      confirm.addAll(search);
    }
  }

  /**
   * Searches.
   *
   * @param caches the methods there are
   * @param model the model
   * @param sample rows of it
   * @param windows texts, at least two for an honest confirmation
   * @param chunk tokens that run together
   * @param listener told about each stage from its beginning
   * @return what came out best; empty where the methods of {@code --bits 4} are not there
   */
  public static Optional<Suggestion> of(
      KvCaches caches,
      Velox model,
      KvSample sample,
      List<EvalWindow> windows,
      int chunk,
      EvalListener listener) {
    List<CacheSpec> candidates = Candidates.of(caches, sample.shape(), sample.attention());
    return candidates.isEmpty()
        ? Optional.empty()
        : Optional.of(new KlSuggestion(model, windows, chunk, listener).run(candidates));
  }

  private Suggestion run(List<CacheSpec> candidates) {
    CacheSpec usual = candidates.getFirst();
    EvalReport report = evaluate(candidates, search, true);
    double bits = report.rows().getFirst().codedBits();
    CacheSpec base = candidates.get(least(report.rows(), bits));
    List<CacheSpec> finalists = new ArrayList<>(List.of(usual));
    if (!base.equals(usual)) {
      finalists.add(base);
    }
    List<Exchange.Move> moves = Exchange.moves(base.methods(), layers());
    EvalRow row = report.rows().getFirst();
    double seconds = 2.0 * moves.size() * report.tokens() / row.tokensPerSecond();
    List<Exchange.Move> chosen = List.of();
    if (seconds <= PATIENCE) {
      chosen = exchange(base, moves);
      for (int n = 2; n <= chosen.size(); n += 2) {
        finalists.add(Exchange.with(base, chosen.subList(0, n)));
      }
    }
    List<EvalRow> confirmed = evaluate(finalists, confirm, true).rows();
    List<EvalRow> own = evaluate(finalists, confirm, false).rows();
    int best = 0;
    for (int i = 1; i < finalists.size(); i++) {
      boolean fits = confirmed.get(i).codedBits() <= bits + 1e-9;
      boolean wins = own.get(i).kl() < own.getFirst().kl();
      if (fits && wins && confirmed.get(i).kl() < confirmed.get(best).kl()) {
        best = i;
      }
    }
    return new Suggestion(
        finalists.get(best),
        confirmed.get(best).codedBits(),
        confirmed.get(best).kl(),
        usual,
        confirmed.getFirst().codedBits(),
        confirmed.getFirst().kl(),
        MEASURE,
        reason(candidates.size(), moves.size(), seconds, finalists.get(best), best));
  }

  private List<Integer> layers() {
    return IntStream.range(0, model.shape(0).layers()).boxed().toList();
  }

  /**
   * A move counts by its share of the loss, with as few exact rows as can be and with the usual.
   */
  private List<Exchange.Move> exchange(CacheSpec base, List<Exchange.Move> moves) {
    List<CacheSpec> specs = new ArrayList<>(List.of(base));
    moves.forEach(move -> specs.add(Exchange.with(base, List.of(move))));
    double[] change = new double[moves.size()];
    for (boolean even : new boolean[] {true, false}) {
      List<EvalRow> rows = evaluate(specs, search, even).rows();
      for (int i = 0; i < change.length; i++) {
        change[i] += rows.get(i + 1).kl() / rows.getFirst().kl() - 1;
      }
    }
    return Exchange.worthwhile(moves, change);
  }

  private EvalReport evaluate(List<CacheSpec> specs, List<EvalWindow> windows, boolean even) {
    List<CacheSpec> used =
        even ? specs.stream().map(s -> s.withExactRows(SINKS, 0)).toList() : specs;
    return Evaluation.run(model, used, windows, chunk, listener);
  }

  private static int least(List<EvalRow> rows, double bits) {
    int best = 0;
    for (int i = 1; i < rows.size(); i++) {
      boolean fits = rows.get(i).codedBits() <= bits + 1e-9;
      if (fits && rows.get(i).kl() < rows.get(best).kl()) {
        best = i;
      }
    }
    return best;
  }

  private String reason(int candidates, int moves, double seconds, CacheSpec found, int best) {
    String searched =
        String.format(
            Locale.ROOT,
            "searched %d pairs of methods%s on %d windows",
            candidates,
            seconds <= PATIENCE
                ? " and " + moves + " moves of a bit in one layer"
                : ", layers not, which would take " + Math.round(seconds / 60) + " minutes,",
            search.size());
    return best == 0
        ? searched + "; none stayed ahead of it on " + confirm.size() + " others"
        : searched
            + "; ahead on "
            + confirm.size()
            + " others"
            + (found.overrides().isEmpty()
                ? ""
                : ": bits go where a layer gains most and come from where it misses them least");
  }
}
