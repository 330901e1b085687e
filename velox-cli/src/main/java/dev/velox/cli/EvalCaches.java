package dev.velox.cli;

import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.cache.BitPick;
import dev.velox.runtime.Velox;
import dev.velox.runtime.eval.EvalReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The caches of one evaluation, by spec and by bits, with exact rows of their own or the same. */
final class EvalCaches {
  @Option(names = "--cache", paramLabel = "SPEC", description = "A cache to measure, repeatable.")
  private List<String> caches = new ArrayList<>();

  @Option(
      names = "--bits",
      paramLabel = "N",
      description =
          "Measure what --bits N picks (2, 2.5, 3, 3.5 or 4), repeatable. Default: "
              + CacheChoice.DEFAULT_BITS
              + ", where no --cache is given.")
  private List<String> bits = new ArrayList<>();

  @Option(
      names = "--sinks",
      paramLabel = "N",
      description = "Leading tokens exact in every cache, with --window: an even comparison.")
  private @Nullable Integer sinks;

  @Option(
      names = "--window",
      paramLabel = "N",
      description = "Newest tokens exact in every cache, with --sinks.")
  private @Nullable Integer window;

  /** Refuses what is no spec, no number of bits or half a pair, before a model is opened. */
  void check() {
    caches.forEach(CacheSpec::parse);
    picks();
    if ((sinks == null) != (window == null)) {
      throw new ConfigException(
          "eval",
          sinks == null ? "--sinks" : "--window",
          "missing",
          "must be given with the other");
    }
    checkCount("--sinks", sinks);
    checkCount("--window", window);
  }

  private static void checkCount(String option, @Nullable Integer rows) {
    if (rows != null && rows < 0) {
      throw new ConfigException("eval", option, rows, "must be at least 0");
    }
  }

  private List<BitPick> picks() {
    List<String> asked =
        bits.isEmpty() && caches.isEmpty() ? List.of(CacheChoice.DEFAULT_BITS) : bits;
    return asked.stream().map(BitPick::parse).toList();
  }

  /** Specs first, picks after them. */
  List<CacheSpec> specs(Velox model) {
    int headDim = model.shape(0).headDim();
    List<CacheSpec> specs = new ArrayList<>();
    caches.forEach(text -> specs.add(CacheSpec.parse(text)));
    picks().forEach(pick -> specs.add(pick.cache(headDim)));
    return sinks == null || window == null
        ? specs
        : specs.stream().map(spec -> spec.withExactRows(sinks, window)).toList();
  }

  /** How each was asked for. */
  List<String> labels() {
    List<String> labels = new ArrayList<>(caches);
    picks().forEach(pick -> labels.add("--bits " + pick.label()));
    return labels;
  }

  /** The pick behind a row. */
  Optional<BitPick> pick(int row) {
    return row < caches.size() ? Optional.empty() : Optional.of(picks().get(row - caches.size()));
  }

  /** Which pairs were picked, and why. */
  List<String> told(EvalReport report) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < report.rows().size(); i++) {
      CacheSpec asked = report.rows().get(i).asked();
      pick(i).ifPresent(pick -> lines.add(CacheChoice.told(pick, asked)));
    }
    return lines;
  }
}
