package dev.velox.runtime.eval;

import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.NonFiniteException;
import dev.velox.api.Workers;
import dev.velox.runtime.Velox;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures caches against the exact one: every window goes through all of them side by side, chunk
 * by chunk, and the exact logits of a position are computed once for all.
 */
public final class Evaluation {
  /** The cache that stores every row as it came. */
  public static final CacheSpec EXACT = CacheSpec.parse("f32");

  /** Rows whose logits are held at a time. */
  private static final int ROWS = 32;

  private final Velox velox;
  private final int prefillChunk;
  private final int vocabulary;
  private final Workers workers;
  private final Contender exact;
  private final List<Contender> contenders;
  private final float[] exactLogits;
  private final float[] logits;
  private final double[] probabilities;
  private final double[] exactLogSum = new double[ROWS];
  private final int[] exactBest = new int[ROWS];
  private final double[] logSum = new double[ROWS];
  private final double[] difference = new double[ROWS];
  private final int[] best = new int[ROWS];

  private Evaluation(Velox velox, int prefillChunk, Contender exact, List<Contender> contenders) {
    this.velox = velox;
    this.prefillChunk = prefillChunk;
    this.exact = exact;
    this.contenders = contenders;
    vocabulary = exact.runner.vocabulary();
    workers = exact.runner.workers();
    exactLogits = new float[Math.multiplyExact(ROWS, vocabulary)];
    logits = new float[exactLogits.length];
    probabilities = new double[exactLogits.length];
  }

  /**
   * Evaluates caches.
   *
   * @param velox the model
   * @param specs the caches, at least one
   * @param windows the windows, at least one
   * @param prefillChunk tokens that run together, at least 1; 1 is the path of decoding; 0 for
   *     whole windows
   * @param listener told about progress
   * @return one row a cache
   * @throws ConfigException if a cache cannot be opened, or a window is longer than the model's
   *     context
   */
  public static EvalReport run(
      Velox velox,
      List<CacheSpec> specs,
      List<EvalWindow> windows,
      int prefillChunk,
      EvalListener listener) {
    if (specs.isEmpty() || windows.isEmpty()) {
      throw new ConfigException(
          "eval", specs.isEmpty() ? "cache" : "windows", "", "must be at least one");
    }
    int longest = windows.stream().mapToInt(w -> w.ids().length).max().orElseThrow();
    int chunk = prefillChunk == 0 ? longest : prefillChunk;
    List<Contender> opened = new ArrayList<>();
    try {
      opened.add(new Contender(velox.runner(EXACT, longest, chunk), EXACT));
      for (CacheSpec spec : specs) {
        opened.add(new Contender(velox.runner(spec, longest, chunk), spec));
      }
      Contender exact = opened.getFirst();
      List<Contender> contenders = opened.subList(1, opened.size());
      return new Evaluation(velox, chunk, exact, contenders).run(windows, listener);
    } finally {
      opened.forEach(Contender::close);
    }
  }

  private EvalReport run(List<EvalWindow> windows, EvalListener listener) {
    long total = windows.stream().mapToLong(w -> w.ids().length).sum();
    long done = 0;
    for (EvalWindow window : windows) {
      int length = window.ids().length;
      for (int at = 0; at < length; at += prefillChunk) {
        int tokens = Math.min(prefillChunk, length - at);
        runAll(window.ids(), at, tokens);
        // The last token of a window predicts nothing.
        int scored = Math.min(tokens, length - 1 - at);
        for (int row = 0; row < scored; row += ROWS) {
          score(window.ids(), at, row, Math.min(ROWS, scored - row));
        }
        done += tokens;
        listener.progress(done, total);
      }
      exact.endWindow();
      contenders.forEach(Contender::endWindow);
    }
    List<EvalRow> rows = contenders.stream().map(c -> c.row(exact.meanNll())).toList();
    return new EvalReport(
        velox.name(),
        windows.size(),
        exact.tokens(),
        exact.positions(),
        prefillChunk,
        StrictMath.exp(exact.meanNll()),
        rows);
  }

  private void runAll(int[] ids, int from, int tokens) {
    exact.runner.run(ids, from, tokens);
    for (Contender c : contenders) {
      c.watch.start();
      c.runner.run(ids, from, tokens);
      c.watch.stop();
    }
  }

  private void score(int[] ids, int from, int row, int rows) {
    exact.runner.logits(row, rows, exactLogits, 0);
    workers.run(rows, (r, worker) -> exactRow(r));
    for (int r = 0; r < rows; r++) {
      exact.add(nll(exactLogits, exactLogSum, r, ids[from + row + r + 1]), 0, true);
    }
    for (Contender c : contenders) {
      c.watch.start();
      c.runner.logits(row, rows, logits, 0);
      c.watch.stop();
      workers.run(rows, (r, worker) -> contenderRow(r));
      for (int r = 0; r < rows; r++) {
        double kl = Math.max(0, difference[r] + logSum[r] - exactLogSum[r]);
        double nll = nll(logits, logSum, r, ids[from + row + r + 1]);
        c.add(nll, kl, best[r] == exactBest[r]);
      }
    }
  }

  private void exactRow(int r) {
    int at = r * vocabulary;
    int top = LogitRows.best(exactLogits, at, vocabulary);
    float largest = exactLogits[at + top];
    exactBest[r] = top;
    exactLogSum[r] = LogitRows.softmax(exactLogits, at, vocabulary, largest, probabilities, at);
  }

  private void contenderRow(int r) {
    int at = r * vocabulary;
    int top = LogitRows.best(logits, at, vocabulary);
    best[r] = top;
    logSum[r] = LogitRows.logSum(logits, at, vocabulary, logits[at + top]);
    difference[r] =
        LogitRows.meanDifference(probabilities, at, exactLogits, at, logits, at, vocabulary);
  }

  private double nll(float[] rows, double[] sums, int r, int target) {
    double nll = sums[r] - rows[r * vocabulary + target];
    if (Double.isNaN(nll)) {
      throw NonFiniteException.logit(target, rows[r * vocabulary + target]);
    }
    return nll;
  }
}
