package dev.velox.cli;

import dev.velox.accounting.MemorySize;
import dev.velox.accounting.Table;
import dev.velox.accounting.Table.Align;
import dev.velox.accounting.Table.Column;
import dev.velox.runtime.Velox;
import dev.velox.runtime.eval.EvalReport;
import dev.velox.runtime.eval.EvalRow;
import dev.velox.runtime.eval.EvalWindow;
import dev.velox.runtime.eval.Evaluation;
import dev.velox.runtime.weights.ModelFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Measures what caches keep of a model, beside the exact cache. */
@Command(
    name = "eval",
    description = "Measure what caches keep of a model, beside the exact f32 cache.",
    footer = {
      "",
      "KL is the mean divergence from the exact cache in nats, with its standard error over windows;"
          + " top-1 how often the likeliest token is the same. Resident bits and bytes are those of"
          + " the cache at the end of a window."
    })
final class EvalCommand implements Callable<Integer> {
  @ParentCommand private VeloxCommand velox;
  @Mixin private ModelOption model;

  @Mixin private EvalCaches caches;

  @Mixin private EvalTexts texts;

  @Option(
      names = "--prefill-chunk",
      paramLabel = "N|all",
      defaultValue = "128",
      converter = Chunk.Reader.class,
      description =
          "Tokens that run together; 1 is the path of decoding. Default: ${DEFAULT-VALUE}.")
  private Chunk chunk = new Chunk(1);

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with charts here too; it works offline.")
  private @Nullable String html;

  @Override
  public Integer call() {
    caches.check();
    ModelFiles files = model.files();
    EvalReport report;
    try (Velox model = velox.open(files);
        Progress progress = new Progress(velox.streams(), "eval", "tokens")) {
      List<EvalWindow> windows = texts.windows(model, files, velox.streams().in());
      report =
          Evaluation.run(
              model, caches.specs(model), windows, chunk.all() ? 0 : chunk.tokens(), progress::at);
    }
    caches.told(report).forEach(velox.streams()::note);
    if (html != null) {
      PageFile.write(velox.streams(), html, EvalPage.of(report, caches.labels()).html());
    }
    if (json) {
      JsonOutput.print(velox.streams().out(), object(report));
    } else {
      velox.streams().out().print(title(report) + "\n\n" + table(report).text());
    }
    return ExitCode.OK;
  }

  private static String title(EvalReport report) {
    return String.format(
        Locale.ROOT,
        "%s: %d windows, %d positions scored; exact perplexity %.4f",
        report.model(),
        report.windows(),
        report.positions(),
        report.exactPerplexity());
  }

  private Table table(EvalReport report) {
    Table.Builder table =
        Table.builder()
            .text("cache")
            .number("perplexity", 4)
            .number("KL", 5)
            .number("+-", 5)
            .number("top-1 %", 2)
            .number("coded bits", 2)
            .number("resident bits", 2)
            .column(new Column("residentBytes", "resident", Align.RIGHT, -1))
            .number("tokens/s", 0);
    List<String> labels = caches.labels();
    for (int i = 0; i < labels.size(); i++) {
      EvalRow row = report.rows().get(i);
      table.row(
          labels.get(i),
          row.perplexity(),
          row.kl(),
          row.klError(),
          100 * row.top1(),
          row.codedBits(),
          row.residentBits(),
          MemorySize.format(row.residentBytes()),
          row.tokensPerSecond());
    }
    return table.build();
  }

  private Map<String, Object> object(EvalReport report) {
    List<Map<String, Object>> rows = new ArrayList<>();
    List<String> labels = caches.labels();
    for (int i = 0; i < labels.size(); i++) {
      Map<String, Object> row = object(labels.get(i), report.rows().get(i));
      caches.pick(i).ifPresent(pick -> row.put("pick", CacheChoice.object(pick)));
      rows.add(row);
    }
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("model", report.model());
    object.put("windows", report.windows());
    object.put("tokens", report.tokens());
    object.put("positions", report.positions());
    object.put("prefillChunk", report.prefillChunk());
    object.put("exactPerplexity", report.exactPerplexity());
    object.put("caches", rows);
    return object;
  }

  private static Map<String, Object> object(String cache, EvalRow row) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("cache", cache);
    object.put("effective", row.effective().toString());
    object.put("perplexity", row.perplexity());
    object.put("deltaNll", row.deltaNll());
    object.put("kl", row.kl());
    object.put("klStandardError", row.klError());
    object.put("top1", row.top1());
    object.put("keyCodedBits", row.keyCodedBits());
    object.put("valueCodedBits", row.valueCodedBits());
    object.put("codedBits", row.codedBits());
    object.put("residentBits", row.residentBits());
    object.put("residentBytes", row.residentBytes());
    object.put("f16Bytes", row.f16Bytes());
    object.put("compressionRatio", (double) row.f16Bytes() / row.residentBytes());
    object.put("tokensPerSecond", row.tokensPerSecond());
    return object;
  }
}
