package dev.velox.cli;

import dev.velox.accounting.MemorySize;
import dev.velox.accounting.Table;
import dev.velox.accounting.Table.Align;
import dev.velox.accounting.Table.Column;
import dev.velox.api.ConfigException;
import dev.velox.cache.KvCaches;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Says what bytes a cache needs, or how many tokens fit, without opening one. */
@Command(
    name = "plan",
    description = "Say what bytes so many tokens need, or how many tokens fit into so many bytes.",
    footer = {
      "",
      "Bytes are those the ledger will be charged: codes, parameters, tables, exact rows and the"
          + " writer's scratch. 'f16' is the same rows as binary16."
    })
final class PlanCommand implements Callable<Integer> {
  @ParentCommand private VeloxCommand velox;
  @Spec private CommandSpec spec;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private @Nullable ShapeOptions shape;

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private @Nullable Question question;

  @Option(
      names = "--cache",
      paramLabel = "SPEC",
      description = "A cache to plan, repeatable. Default: every installed method.")
  private List<String> caches = new ArrayList<>();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  /** What is asked. */
  static final class Question {
    @Option(
        names = "--tokens",
        required = true,
        paramLabel = "N",
        description = "What so many tokens need. Default: the context of the named model.")
    private @Nullable Integer tokens;

    @Option(
        names = "--memory",
        required = true,
        paramLabel = "SIZE",
        description = "How many tokens fit into this, such as 24GiB.")
    private @Nullable String memory;
  }

  @Override
  public Integer call() {
    KnownShape model = model();
    OptionalLong memory = memory();
    List<PlanLine> lines = new ArrayList<>();
    try (KvCaches factory = velox.caches()) {
      for (String cache : caches.isEmpty() ? factory.methods().ids() : caches) {
        lines.add(
            memory.isPresent()
                ? PlanLine.forMemory(factory, model, cache, memory.getAsLong())
                : PlanLine.forTokens(factory, model, cache, tokens(model)));
      }
    }
    if (json) {
      JsonOutput.print(velox.streams().out(), object(model, memory, lines));
    } else {
      velox.streams().out().print(text(model, memory, lines));
    }
    return ExitCode.OK;
  }

  private KnownShape model() {
    KnownShape model = shape == null ? KnownShape.named("") : shape.shape();
    model.shape(1);
    return model;
  }

  private OptionalLong memory() {
    String text = question == null ? null : question.memory;
    return text == null ? OptionalLong.empty() : OptionalLong.of(MemorySize.parse(text));
  }

  private int tokens(KnownShape model) {
    Integer given = question == null ? null : question.tokens;
    if (given == null && model.context() == 0) {
      throw new ParameterException(
          spec.commandLine(), "Missing option: --tokens=N or --memory=SIZE for a shape in numbers");
    }
    int tokens = given == null ? model.context() : given;
    if (tokens < 1 || tokens > PlanLine.MOST_TOKENS) {
      throw new ConfigException(
          "plan", "--tokens", tokens, "must be between 1 and " + PlanLine.MOST_TOKENS);
    }
    return tokens;
  }

  private static String text(KnownShape model, OptionalLong memory, List<PlanLine> lines) {
    boolean bounds = lines.stream().anyMatch(line -> line.low() != line.high());
    Table.Builder table = Table.builder().text("cache").number("tokens");
    if (bounds) {
      table.column(new Column("least", "at least", Align.RIGHT, -1));
    }
    table
        .column(new Column("bytes", bounds ? "at most" : "bytes", Align.RIGHT, -1))
        .column(new Column("f16", "f16", Align.RIGHT, -1))
        .column(new Column("ratio", "times smaller", Align.RIGHT, 2));
    for (PlanLine line : lines) {
      table.cell(line.cache()).cell(line.tokens());
      if (bounds) {
        table.cell(MemorySize.format(line.low()));
      }
      table
          .cell(MemorySize.format(line.high()))
          .cell(MemorySize.format(line.f16Bytes()))
          .cell(line.ratio());
    }
    return title(model, memory) + "\n\n" + table.build().text();
  }

  private static String title(KnownShape model, OptionalLong memory) {
    String shape =
        model.name()
            + ": "
            + model.layers()
            + " layers, "
            + model.kvHeads()
            + " kv heads, "
            + model.queryHeads()
            + " query heads, head dim "
            + model.headDim();
    return memory.isEmpty()
        ? shape
        : shape
            + "; "
            + MemorySize.format(memory.getAsLong())
            + " hold "
            + PlanLine.f16Tokens(model, memory.getAsLong())
            + " tokens as f16";
  }

  private static Map<String, Object> object(
      KnownShape model, OptionalLong memory, List<PlanLine> lines) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("shape", model.name());
    object.put("layers", model.layers());
    object.put("kvHeads", model.kvHeads());
    object.put("queryHeads", model.queryHeads());
    object.put("headDim", model.headDim());
    if (memory.isPresent()) {
      object.put("memory", memory.getAsLong());
      object.put("f16Tokens", PlanLine.f16Tokens(model, memory.getAsLong()));
    }
    object.put("caches", lines.stream().map(PlanLine::object).toList());
    return object;
  }
}
