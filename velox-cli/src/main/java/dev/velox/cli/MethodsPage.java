package dev.velox.cli;

import dev.velox.accounting.Table;
import dev.velox.cache.BitPick;
import dev.velox.cli.report.Template;
import dev.velox.runtime.bench.ArmKind;
import dev.velox.runtime.bench.BenchReport;
import dev.velox.runtime.bench.BenchRow;
import dev.velox.runtime.eval.EvalRow;
import dev.velox.runtime.inspect.CodingLoss;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page on methods, its words from a template and its figures from one run. */
record MethodsPage(ReportData data, BenchReport bench) {
  private static final List<String> RIVALS =
      List.of(
          "turbo:bits=3,outlier-channels=32",
          "skvq:bits=3,group-size=16,metadata=f8",
          "kivi:bits=3,group-size=64",
          "skvq:bits=3,group-size=32,metadata=f8",
          "turbo:bits=2,outlier-channels=32",
          "skvq:bits=2,group-size=16,metadata=f8",
          "skvq:bits=2,group-size=64,metadata=f8",
          "kivi:bits=2,group-size=64",
          "skvq:bits=1.5,group-size=64,metadata=f8",
          "turbo:bits=1,outlier-channels=32");
  private static final List<String> TUNING =
      List.of(
          "kvquant:bits=3,outlier-fraction=0",
          "kvquant:bits=3,lloyd-iters=8",
          "kvquant:bits=3,outliers=threshold",
          "kvquant:bits=3,values=token",
          "skvq:bits=2,reorder=false",
          "skvq:bits=2,clip-search=false",
          "skvq:bits=2,channel-scale=true",
          "skvq:bits=2,metadata=f8");
  private static final List<String> SEEDS =
      List.of(
          "kvquant:bits=3,lloyd-iters=8,fit-tokens=0,outliers=threshold,values=token;center=off",
          "skvq:bits=2;center=off",
          "keys=turbo-ip:bits=3;values=turbo:bits=3,scale=norm;center=off");

  /** What is evaluated for this page beside the grid and the picks. */
  static final List<String> MORE =
      List.of(RIVALS, TUNING, SEEDS).stream().flatMap(List::stream).toList();

  String text() {
    return Template.fill(
        "methods.md",
        Map.of(
            "model", data.sample().name(),
            "setting", setting(),
            "quality", quality().markdown(),
            "speed", speed().markdown(),
            "machine", machine(),
            "picks", picks().markdown(),
            "tuning", others(TUNING).markdown(),
            "seeds", others(SEEDS).markdown()));
  }

  private String setting() {
    return String.format(
        Locale.ROOT,
        "%d windows, %d positions, exact perplexity %.4f; %d rows a head for the errors",
        data.eval().windows(),
        data.eval().positions(),
        data.eval().exactPerplexity(),
        data.sample().tokens());
  }

  private String machine() {
    return String.format(
        Locale.ROOT,
        "%s, %s, one thread, %.1f GB/s of memory measured between the arms; head dim %d, %d tokens",
        bench.processor(),
        bench.kernels(),
        bench.gbPerSecond(),
        bench.options().headDim(),
        bench.options().tokens());
  }

  private Table quality() {
    Table.Builder table =
        Table.builder()
            .text("cache")
            .number("coded bits", 2)
            .number("keys, nmse", 5)
            .number("values, nmse", 5)
            .number("attention error", 5)
            .number("KL", 5)
            .number("+-", 5)
            .number("perplexity", 3)
            .number("top-1 %", 2);
    data.coded()
        .forEach(
            (cell, coded) -> {
              EvalRow row = data.row(cell.toString());
              CodingLoss mean = coded.mean();
              table.row(
                  code(cell.toString()),
                  row.codedBits(),
                  mean.keys(),
                  mean.values(),
                  mean.attention(),
                  row.kl(),
                  row.klError(),
                  row.perplexity(),
                  100 * row.top1());
            });
    return table.build();
  }

  private Table speed() {
    Table.Builder table =
        Table.builder()
            .text("cache")
            .number("attend, ns a token and head", 2)
            .number("x f32", 2)
            .number("x f16", 2)
            .number("encode keys, GB/s", 2)
            .number("encode values, GB/s", 2);
    for (BenchRow row : bench.rows()) {
      if (row.asked().kind() != ArmKind.ATTENTION) {
        continue;
      }
      table.row(
          code(row.asked().cache().toString()),
          row.time().p20(),
          row.timesF32(),
          row.timesF16(),
          encode(row, ArmKind.ENCODE_KEYS),
          encode(row, ArmKind.ENCODE_VALUES));
    }
    return table.build();
  }

  private Object encode(BenchRow of, ArmKind kind) {
    for (BenchRow row : bench.rows()) {
      if (row.asked().kind() == kind && row.asked().cache().equals(of.asked().cache())) {
        return row.gbPerSecond();
      }
    }
    return "";
  }

  private Table picks() {
    Table.Builder table =
        Table.builder().text("asked").text("cache").number("coded bits", 2).number("KL", 5);
    for (int i = BitPick.values().length - 1; i >= 0; i--) {
      BitPick pick = BitPick.values()[i];
      EvalRow row = data.row("--bits " + pick.label());
      table.row(
          "**" + code("--bits " + pick.label()) + "**",
          code(row.asked().methods().toString()),
          row.codedBits(),
          row.kl());
    }
    for (String rival : RIVALS) {
      table.row("", code(rival), data.row(rival).codedBits(), data.row(rival).kl());
    }
    return table.build();
  }

  private Table others(List<String> names) {
    Table.Builder table =
        Table.builder().text("cache").number("coded bits", 2).number("KL", 5).number("+-", 5);
    for (String name : names) {
      EvalRow row = data.row(name);
      table.row(code(name), row.codedBits(), row.kl(), row.klError());
    }
    return table.build();
  }

  private static String code(String text) {
    return "`" + text + "`";
  }
}
