package dev.velox.cli;

import dev.velox.accounting.MemorySize;
import dev.velox.api.CacheSpec;
import dev.velox.cache.KvCaches;
import dev.velox.runtime.bench.ArmKind;
import dev.velox.runtime.bench.ArmSpec;
import dev.velox.runtime.bench.AttentionError;
import dev.velox.runtime.bench.Bench;
import dev.velox.runtime.bench.BenchOptions;
import dev.velox.runtime.bench.BenchReport;
import dev.velox.runtime.bench.BenchRow;
import dev.velox.runtime.bench.BenchTables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Measures attention and encoding of caches beside exact ones, in one run. */
@Command(
    name = "bench",
    description =
        "Measure attention and encoding of caches beside f32 and f16, and the memory's own speed,"
            + " in one run.",
    footer = {
      "",
      "Times are ns a token and query head on one thread, 20th percentiles of samples that take"
          + " turns; 'x f32' is how many times faster than the exact f32 cache of the same run."
          + " Close other programs first: ratios suffer little from a busy machine, times much."
    })
final class BenchCommand implements Callable<Integer> {
  private static final List<String> EXACT = List.of("f32", "f16");

  @ParentCommand private VeloxCommand velox;

  @Option(
      names = "--cache",
      paramLabel = "SPEC",
      description = "A cache to measure, repeatable. Default: every installed method.")
  private List<String> caches = new ArrayList<>();

  @Option(
      names = "--tokens",
      paramLabel = "N",
      defaultValue = "32768",
      description = "Tokens in every cache. Default: ${DEFAULT-VALUE}.")
  private int tokens;

  @Option(
      names = "--head-dim",
      paramLabel = "D",
      defaultValue = "128",
      description = "Channels a head, even. Default: ${DEFAULT-VALUE}.")
  private int headDim;

  @Option(
      names = "--query-heads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Query heads that read one kv head, 1 to 8. Default: ${DEFAULT-VALUE}.")
  private int queryHeads;

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "15",
      description = "Samples of every cache, at least 15. Default: ${DEFAULT-VALUE}.")
  private int samples;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "0.6",
      description =
          "Least time every cache runs before it is sampled; longer until its time is steady."
              + " Default: ${DEFAULT-VALUE}.")
  private double warmUp;

  @Option(
      names = "--working-set",
      paramLabel = "SIZE",
      description =
          "Bytes a sample goes through. Default: three times the last-level cache, so that all of"
              + " it comes from memory.")
  private @Nullable String workingSet;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    BenchOptions options = BenchOptions.of(headDim, tokens, queryHeads).withEffort(samples, warmUp);
    if (workingSet != null) {
      options = options.withWorkingSet(MemorySize.parse(workingSet));
    }
    BenchReport report;
    try (KvCaches factory = velox.caches();
        Progress progress = new Progress(velox.streams(), "bench", "steps")) {
      report = Bench.run(factory, options, arms(factory), progress::at);
    }
    if (json) {
      JsonOutput.print(velox.streams().out(), object(report));
    } else {
      velox.streams().out().print(text(report));
    }
    return ExitCode.OK;
  }

  /** Attention of every cache, and encoding of those that code. */
  private List<ArmSpec> arms(KvCaches factory) {
    List<String> asked = caches.isEmpty() ? List.copyOf(factory.methods().ids()) : caches;
    List<ArmSpec> arms = new ArrayList<>();
    for (ArmKind kind : List.of(ArmKind.ATTENTION, ArmKind.ENCODE_KEYS, ArmKind.ENCODE_VALUES)) {
      for (String text : asked) {
        CacheSpec spec = CacheSpec.parse(text);
        if (kind == ArmKind.ATTENTION || !EXACT.contains(spec.methods().toString())) {
          arms.add(new ArmSpec(kind, spec));
        }
      }
    }
    return arms;
  }

  private static String text(BenchReport report) {
    String attention = BenchTables.setting(report) + "\n\n" + BenchTables.attention(report).text();
    boolean writes = report.rows().stream().anyMatch(row -> !row.asked().kind().reads());
    return writes ? attention + "\n" + BenchTables.writing(report).text() : attention;
  }

  private static Map<String, Object> object(BenchReport report) {
    BenchOptions o = report.options();
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("processor", report.processor());
    object.put("kernels", report.kernels());
    object.put("gbPerSecond", report.gbPerSecond());
    object.put("headDim", o.headDim());
    object.put("tokens", o.tokens());
    object.put("queryHeads", o.groupSize());
    object.put("samples", o.samples());
    object.put("workingSet", o.workingSet());
    object.put("lastLevelCache", report.lastLevelCache());
    object.put("heldBytes", report.heldBytes());
    object.put("hugePageBytes", report.hugePageBytes());
    object.put("rows", report.rows().stream().map(BenchCommand::object).toList());
    return object;
  }

  private static Map<String, Object> object(BenchRow row) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("kind", row.asked().kind().label());
    object.put("cache", row.asked().cache().toString());
    object.put("effective", row.effective().toString());
    object.put("kvHeads", row.heads());
    object.put("bytesPerToken", row.bytesPerToken());
    object.put("ns", row.time().p20());
    object.put("least", row.time().min());
    object.put("median", row.time().median());
    object.put("gbPerSecond", row.gbPerSecond());
    if (row.asked().kind() == ArmKind.ATTENTION) {
      AttentionError error = row.error().orElseThrow();
      object.put("share", row.share());
      object.put("timesF32", row.timesF32());
      object.put("timesF16", row.timesF16());
      object.put("codingError", error.coding());
      object.put("arithmeticError", error.arithmetic());
      object.put("addedError", error.added());
      object.put("greatestError", error.greatest());
    }
    return object;
  }
}
