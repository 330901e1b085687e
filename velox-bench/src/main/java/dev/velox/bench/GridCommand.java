package dev.velox.bench;

import dev.velox.accounting.MemorySize;
import dev.velox.api.VeloxException;
import dev.velox.cache.KvCaches;
import dev.velox.runtime.bench.BenchOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the grid, prints its tables as Markdown, and holds it against the bars. */
@Command(
    name = "./build bench",
    description = "Run the grid of benchmarks and hold it against the bars.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpWidth = 100,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:every floor holds", "1:a floor does not hold", "2:wrong options"})
final class GridCommand implements Callable<Integer> {
  private static final int UNDER_A_FLOOR = 1;
  private static final int WRONG = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = "--head-dim",
      paramLabel = "D",
      split = ",",
      defaultValue = "64,128",
      description = "Channels a head. Default: ${DEFAULT-VALUE}.")
  private List<Integer> headDims = new ArrayList<>();

  @Option(
      names = "--query-heads",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,4",
      description = "Query heads a kv head. Default: ${DEFAULT-VALUE}.")
  private List<Integer> groups = new ArrayList<>();

  @Option(
      names = "--bits",
      paramLabel = "B",
      split = ",",
      defaultValue = "4,3,2",
      description = "Widths. Default: ${DEFAULT-VALUE}.")
  private List<Integer> widths = new ArrayList<>();

  @Option(
      names = "--tokens",
      paramLabel = "N",
      defaultValue = "32768",
      description = "Tokens a head. Default: ${DEFAULT-VALUE}.")
  private int tokens;

  @Option(
      names = "--more",
      description = "Besides: 4,096 and 131,072 tokens, 8 query heads, head dims 96 and 256.")
  private boolean more;

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "21",
      description = "Samples of every arm, at least 15. Default: ${DEFAULT-VALUE}.")
  private int samples;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "1.5",
      description = "Least warm-up of every arm. Default: ${DEFAULT-VALUE}.")
  private double warmUp;

  @Option(
      names = "--working-set",
      paramLabel = "SIZE",
      description = "Bytes a sample goes through. Default: three times the last-level cache.")
  private @Nullable String workingSet;

  @Option(
      names = "--write",
      paramLabel = "FILE",
      description = "Put the tables into a page too, between its marks.")
  private @Nullable Path page;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try (KvCaches caches = KvCaches.create()) {
      return run(caches, out, err);
    } catch (VeloxException | IOException e) {
      err.println("bench: " + e.getMessage());
      return WRONG;
    }
  }

  private int run(KvCaches caches, PrintWriter out, PrintWriter err) throws IOException {
    List<Panel> panels = new ArrayList<>(Grid.panels(headDims, tokens, groups, widths));
    if (more) {
      panels.addAll(Grid.more(widths, tokens));
    }
    for (Panel panel : panels) {
      options(panel);
    }
    if (page != null) {
      MarkedPage.check(page);
    }
    List<PanelResult> results = new ArrayList<>();
    StringBuilder sections = new StringBuilder();
    for (Panel panel : panels) {
      err.println("bench: " + (results.size() + 1) + " of " + panels.size() + ": " + panel.title());
      err.flush();
      PanelResult result = Grid.run(caches, panel, options(panel), (done, total) -> {});
      results.add(result);
      sections.append(result.markdown());
      out.print(result.markdown());
      out.flush();
    }
    List<Bar> bars = bars(results, caches.methods().ids());
    String table = "### Bars\n\n" + BarTable.of(bars).markdown() + "\n";
    out.print(table);
    out.flush();
    if (page != null) {
      MarkedPage.replace(page, "    " + commandLine() + "\n\n" + table + sections);
    }
    List<Bar> failed = bars.stream().filter(Bar::failed).toList();
    failed.forEach(
        bar -> err.println("bench: " + bar.row() + ", " + bar.figure() + ": " + bar.state()));
    err.println("bench: " + failed.size() + " of " + bars.size() + " bars fail");
    err.flush();
    return failed.isEmpty() ? CommandLine.ExitCode.OK : UNDER_A_FLOOR;
  }

  private List<Bar> bars(List<PanelResult> results, Set<String> installed) {
    List<Bar> bars = new ArrayList<>();
    headDims.stream()
        .sorted((a, b) -> b - a)
        .forEach(headDim -> bars.addAll(Bars.of(headDim, tokens, results, installed)));
    return bars;
  }

  private BenchOptions options(Panel panel) {
    BenchOptions options =
        BenchOptions.of(panel.headDim(), panel.tokens(), panel.groupSize())
            .withEffort(samples, warmUp);
    return workingSet == null ? options : options.withWorkingSet(MemorySize.parse(workingSet));
  }

  private String commandLine() {
    List<String> words = new ArrayList<>(List.of(spec.name()));
    words.addAll(spec.commandLine().getParseResult().originalArgs());
    return String.join(" ", words);
  }
}
