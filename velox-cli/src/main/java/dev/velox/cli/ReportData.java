package dev.velox.cli;

import dev.velox.api.CacheSpec;
import dev.velox.cache.BitPick;
import dev.velox.cache.KvCaches;
import dev.velox.runtime.KvSample;
import dev.velox.runtime.Velox;
import dev.velox.runtime.eval.EvalReport;
import dev.velox.runtime.eval.EvalRow;
import dev.velox.runtime.eval.EvalWindow;
import dev.velox.runtime.eval.Evaluation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a report is drawn from: the grid of methods on real rows, the model through all of them, and
 * what rotations do to distortion.
 *
 * @param sample keys, values and queries
 * @param coded what each cache's codes lose
 * @param eval the model through each, with the same exact rows
 * @param evaluated the caches of {@code eval} by name, in its order
 * @param rotations distortion by rotation, then by width from 1 bit on
 */
record ReportData(
    KvSample sample,
    Map<Grid.Cell, Grid.Coded> coded,
    EvalReport eval,
    List<String> evaluated,
    Map<String, List<Double>> rotations) {
  /** Exact rows of every cache: as few as can be, so that codes are what is compared. */
  static final int SINKS = 4;

  private static final int QUERIES = 32;
  private static final int CHUNK = 128;
  private static final int WIDEST = 6;
  private static final List<String> ROTATIONS = List.of("hadamard", "qr");

  /** Measures everything; {@code more} are caches to evaluate beside the grid and the picks. */
  static ReportData measure(
      KvCaches caches, Velox model, List<EvalWindow> windows, List<String> more, Progress p) {
    KvSample sample = KvSample.capture(model, windows.getFirst().ids(), QUERIES);
    Map<Grid.Cell, Grid.Coded> coded = new LinkedHashMap<>();
    List<Grid.Cell> cells = Grid.of(caches, sample);
    Map<String, CacheSpec> specs = new LinkedHashMap<>();
    for (Grid.Cell cell : cells) {
      coded.put(cell, Grid.coded(caches, cell.spec(), sample));
      specs.put(cell.toString(), cell.spec());
    }
    for (BitPick pick : BitPick.values()) {
      specs.put("--bits " + pick.label(), pick.cache(sample.shape().headDim()));
    }
    more.forEach(text -> specs.put(text, CacheSpec.parse(text)));
    List<CacheSpec> even =
        specs.values().stream().map(spec -> spec.withExactRows(SINKS, 0)).toList();
    EvalReport eval = Evaluation.run(model, even, windows, CHUNK, p::at);
    return new ReportData(
        sample, coded, eval, List.copyOf(specs.keySet()), rotations(caches, sample));
  }

  private static Map<String, List<Double>> rotations(KvCaches caches, KvSample sample) {
    Map<String, List<Double>> all = new LinkedHashMap<>();
    for (String rotation : ROTATIONS) {
      List<Double> byWidth = new ArrayList<>();
      for (int bits = 1; bits <= WIDEST && caches.methods().ids().contains("turbo"); bits++) {
        CacheSpec spec = CacheSpec.parse("turbo:bits=" + bits + ",scale=norm,rotation=" + rotation);
        byWidth.add(Grid.coded(caches, spec, sample).mean().keys());
      }
      all.put(rotation, byWidth);
    }
    return all;
  }

  /** The row of a cache evaluated under this name. */
  EvalRow row(String name) {
    return eval.rows().get(evaluated.indexOf(name));
  }

  /** The methods of the grid, in its order. */
  List<String> methods() {
    return coded.keySet().stream().map(Grid.Cell::method).distinct().toList();
  }

  /** The grid's caches of one method. */
  List<Grid.Cell> cells(String method) {
    return coded.keySet().stream().filter(cell -> cell.method().equals(method)).toList();
  }

  Grid.Coded of(Grid.Cell cell) {
    return coded.getOrDefault(cell, new Grid.Coded(0, List.of()));
  }
}
