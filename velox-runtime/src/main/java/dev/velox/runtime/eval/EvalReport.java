package dev.velox.runtime.eval;

import java.util.List;

/**
 * The caches of one evaluation beside the exact one.
 *
 * @param model the name of the model
 * @param windows windows evaluated
 * @param tokens tokens of all windows
 * @param positions positions scored: every token but the first of each window
 * @param prefillChunk tokens that ran together; 1 is the path of decoding
 * @param exactPerplexity of the exact f32 cache
 * @param rows one a cache, in the order asked for
 */
public record EvalReport(
    String model,
    int windows,
    long tokens,
    long positions,
    int prefillChunk,
    double exactPerplexity,
    List<EvalRow> rows) {

  /** Keeps its own list. */
  public EvalReport {
    rows = List.copyOf(rows);
  }
}
