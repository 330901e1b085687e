package dev.velox.cli;

import dev.velox.api.ConfigException;
import dev.velox.cache.KvCaches;
import dev.velox.cli.report.Chart;
import dev.velox.runtime.Velox;
import dev.velox.runtime.bench.ArmKind;
import dev.velox.runtime.bench.ArmSpec;
import dev.velox.runtime.bench.Bench;
import dev.velox.runtime.bench.BenchOptions;
import dev.velox.runtime.bench.BenchReport;
import dev.velox.runtime.weights.ModelFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Measures every method on a model and writes a page about it. */
@Command(
    name = "report",
    description = "Measure every installed method on a model, and write a page about it.",
    footer = {
      "",
      "The HTML page has its charts inside and works offline. The Markdown page also has speeds,"
          + " which take a few minutes to measure: close other programs first."
    })
final class ReportCommand implements Callable<Integer> {
  private static final int QUICK_WINDOWS = 3;
  private static final int BENCH_TOKENS = 8192;
  private static final double BENCH_WARM_UP = 0.3;

  @ParentCommand private VeloxCommand velox;
  @Mixin private ModelOption model;
  @Mixin private EvalTexts texts;

  @Option(names = "--html", paramLabel = "FILE", description = "Write the page of charts here.")
  private @Nullable String html;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Write the page on methods here, as in docs/methods.md.")
  private @Nullable String markdown;

  @Override
  public Integer call() {
    if (html == null && markdown == null) {
      throw new ConfigException(
          "report", "--html", "missing", "must be given, or --markdown, to say where a page goes");
    }
    ModelFiles files = model.files();
    try (Velox model = velox.open(files);
        KvCaches caches = velox.caches()) {
      ReportData data;
      try (Progress progress = new Progress(velox.streams(), "report", "tokens")) {
        int usual = markdown == null ? QUICK_WINDOWS : Integer.MAX_VALUE;
        data =
            ReportData.measure(
                caches,
                model,
                texts.windows(model, files, velox.streams().in(), usual),
                markdown == null ? List.of() : MethodsPage.MORE,
                progress);
      }
      if (html != null) {
        Optional<Chart> levels = LevelPlacement.chart(caches, data.sample());
        PageFile.write(velox.streams(), html, ReportPage.of(data, levels).html());
      }
      if (markdown != null) {
        PageFile.write(
            velox.streams(), markdown, new MethodsPage(data, bench(caches, data)).text());
      }
    }
    return ExitCode.OK;
  }

  private BenchReport bench(KvCaches caches, ReportData data) {
    List<ArmSpec> arms = new ArrayList<>();
    for (ArmKind kind : List.of(ArmKind.ATTENTION, ArmKind.ENCODE_KEYS, ArmKind.ENCODE_VALUES)) {
      data.coded().keySet().forEach(cell -> arms.add(new ArmSpec(kind, cell.spec())));
    }
    BenchOptions options =
        BenchOptions.of(128, BENCH_TOKENS, 1).withEffort(BenchOptions.LEAST_SAMPLES, BENCH_WARM_UP);
    try (Progress progress = new Progress(velox.streams(), "bench", "steps")) {
      return Bench.run(caches, options, arms, progress::at);
    }
  }
}
