package dev.velox.cli;

import dev.velox.accounting.Table;
import dev.velox.api.CacheSpec;
import dev.velox.cache.KvCaches;
import dev.velox.runtime.KvSample;
import dev.velox.runtime.Velox;
import dev.velox.runtime.inspect.CodingLoss;
import dev.velox.runtime.weights.ModelFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows every method on real keys and values, in one table. */
@Command(
    name = "demo",
    description = "Show every installed method on real keys and values of a model, in one table.",
    footer = {
      "",
      "All rows but the leading four are coded. 'keys' and 'values' are squared error over variance,"
          + " 'attention' squared error of attention outputs over their squares; 'smaller' is what a"
          + " long cache comes to, against binary16."
    })
final class DemoCommand implements Callable<Integer> {
  private static final int TOKENS = 512;
  private static final int QUERIES = 32;

  @ParentCommand private VeloxCommand velox;
  @Mixin private ModelOption model;
  @Mixin private EvalTexts texts;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  /** One line of the table. */
  private record Line(String cache, double codedBits, CodingLoss loss) {}

  @Override
  public Integer call() {
    ModelFiles files = model.files();
    KvSample sample;
    List<Line> lines = new ArrayList<>();
    try (Velox model = velox.open(files);
        KvCaches caches = velox.caches();
        Progress progress = new Progress(velox.streams(), "demo", "caches")) {
      int[] ids = texts.windows(model, files, velox.streams().in(), 1).getFirst().ids();
      sample = KvSample.capture(model, Arrays.copyOf(ids, Math.min(ids.length, TOKENS)), QUERIES);
      List<Grid.Cell> cells = Grid.of(caches, sample);
      lines.add(line(caches, "f16", CacheSpec.parse("f16"), sample));
      for (Grid.Cell cell : cells) {
        lines.add(line(caches, cell.toString(), cell.spec(), sample));
        progress.at(lines.size() - 1, cells.size());
      }
    }
    if (json) {
      JsonOutput.print(velox.streams().out(), object(sample, lines));
    } else {
      velox.streams().out().print(text(sample, lines));
    }
    return ExitCode.OK;
  }

  private static Line line(KvCaches caches, String name, CacheSpec spec, KvSample sample) {
    Grid.Coded coded = Grid.coded(caches, spec, sample);
    return new Line(name, coded.codedBits(), coded.mean());
  }

  private static String text(KvSample sample, List<Line> lines) {
    Table.Builder table =
        Table.builder()
            .text("cache")
            .number("coded bits", 2)
            .number("smaller", 2)
            .number("keys", 5)
            .number("values", 5)
            .number("attention", 5);
    for (Line line : lines) {
      CodingLoss loss = line.loss();
      table.row(
          line.cache(),
          line.codedBits(),
          16 / line.codedBits(),
          loss.keys(),
          loss.values(),
          loss.attention());
    }
    return String.format(
            Locale.ROOT,
            "%s: keys and values of %d tokens, %d layers, %d kv heads of %d channels\n\n",
            sample.name(),
            sample.tokens(),
            sample.layers().size(),
            sample.shape().kvHeads(),
            sample.shape().headDim())
        + table.build().text()
        + "\nvelox generate --bits 3 \"Once upon a time\" uses the best measured pair of two of"
        + " them; velox report --html FILE draws all this.\n";
  }

  private static Map<String, Object> object(KvSample sample, List<Line> lines) {
    List<Map<String, Object>> caches = new ArrayList<>();
    for (Line line : lines) {
      Map<String, Object> object = new LinkedHashMap<>();
      object.put("cache", line.cache());
      object.put("codedBits", line.codedBits());
      object.put("keys", line.loss().keys());
      object.put("values", line.loss().values());
      object.put("attention", line.loss().attention());
      caches.add(object);
    }
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("model", sample.name());
    object.put("tokens", sample.tokens());
    object.put("caches", caches);
    return object;
  }
}
