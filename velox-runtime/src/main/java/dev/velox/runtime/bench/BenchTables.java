package dev.velox.runtime.bench;

import dev.velox.accounting.MemorySize;
import dev.velox.accounting.Table;
import dev.velox.accounting.Table.Align;
import dev.velox.accounting.Table.Column;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A report of a benchmark as tables, one for each kind of work. */
public final class BenchTables {
  private static final double PERCENT = 100;

  private BenchTables() {}

  /**
   * What the figures were measured on, in one paragraph.
   *
   * @param report the report
   * @return processor, kernels, bandwidth, memory
   */
  public static String setting(BenchReport report) {
    BenchOptions o = report.options();
    return String.format(
        Locale.ROOT,
        "%s; kernels %s; one thread reads %.1f GB/s (20th percentile; best %.1f). Head dim %d, %d"
            + " tokens, %d query head%s a kv head; %d samples, each of %s (last-level cache %s);"
            + " %s of memory held, %s.",
        report.processor(),
        report.kernels(),
        report.gbPerSecond(),
        1 / report.bandwidth().min(),
        o.headDim(),
        o.tokens(),
        o.groupSize(),
        o.groupSize() == 1 ? "" : "s",
        o.samples(),
        MemorySize.format(o.workingSet()),
        MemorySize.format(report.lastLevelCache()),
        MemorySize.format(report.heldBytes()),
        hugePages(report.hugePageBytes()));
  }

  private static String hugePages(long bytes) {
    return bytes < 0
        ? "huge pages unknown"
        : bytes == 0 ? "none of it in huge pages" : MemorySize.format(bytes) + " in huge pages";
  }

  /**
   * Whole attention.
   *
   * @param report the report
   * @return one row an arm
   */
  public static Table attention(BenchReport report) {
    Table.Builder table =
        reading()
            .column(new Column("timesF32", "x f32", Align.RIGHT, 2))
            .column(new Column("timesF16", "x f16", Align.RIGHT, 2))
            .column(new Column("codingError", "error of codes, %", Align.RIGHT, 3))
            .column(new Column("addedError", "arithmetic adds, %", Align.RIGHT, 2))
            .column(new Column("greatestError", "arithmetic, of max", Align.RIGHT, -1));
    for (BenchRow row : of(report, ArmKind.ATTENTION)) {
      read(table, row);
      AttentionError error = row.error().orElseThrow();
      table
          .cell(row.timesF32())
          .cell(row.timesF16())
          .cell(PERCENT * error.coding())
          .cell(PERCENT * error.added())
          .cell(String.format(Locale.ROOT, "%.1e", error.greatest()));
    }
    return table.build();
  }

  /**
   * Scores alone, or sums alone.
   *
   * @param report the report
   * @param kind {@link ArmKind#KEYS} or {@link ArmKind#VALUES}
   * @return one row an arm
   */
  public static Table pass(BenchReport report, ArmKind kind) {
    Table.Builder table = reading();
    for (BenchRow row : of(report, kind)) {
      read(table, row);
    }
    return table.build();
  }

  /**
   * Encoding and appending.
   *
   * @param report the report
   * @return one row an arm
   */
  public static Table writing(BenchReport report) {
    Table.Builder table =
        Table.builder()
            .text("work")
            .text("cache")
            .column(new Column("ns", "ns", Align.RIGHT, 1))
            .column(new Column("min", "least", Align.RIGHT, 1))
            .column(new Column("median", "median", Align.RIGHT, 1))
            .text("per")
            .column(new Column("gbPerSecond", "GB/s of fp32 input", Align.RIGHT, 2));
    for (BenchRow row : report.rows()) {
      ArmKind kind = row.asked().kind();
      if (!kind.reads()) {
        Timing time = row.time();
        table.row(
            kind.label(),
            row.asked().cache(),
            time.p20(),
            time.min(),
            time.median(),
            per(kind),
            row.gbPerSecond());
      }
    }
    return table.build();
  }

  private static String per(ArmKind kind) {
    return switch (kind) {
      case FIT -> "channel of 4096 rows";
      case APPEND -> "token of 8 kv heads";
      default -> "token and kv head";
    };
  }

  private static List<BenchRow> of(BenchReport report, ArmKind kind) {
    return report.rows().stream().filter(row -> row.asked().kind() == kind).toList();
  }

  private static Table.Builder reading() {
    return Table.builder()
        .text("cache")
        .column(new Column("bytesPerToken", "bytes a token", Align.RIGHT, 1))
        .column(new Column("ns", "ns", Align.RIGHT, 2))
        .column(new Column("min", "least", Align.RIGHT, 2))
        .column(new Column("median", "median", Align.RIGHT, 2))
        .column(new Column("gbPerSecond", "GB/s", Align.RIGHT, 1))
        .column(new Column("share", "of bandwidth, %", Align.RIGHT, 0));
  }

  private static void read(Table.Builder table, BenchRow row) {
    Timing time = row.time();
    for (@Nullable Object cell :
        new Object[] {
          row.asked().cache(),
          row.bytesPerToken(),
          time.p20(),
          time.min(),
          time.median(),
          row.gbPerSecond(),
          PERCENT * row.share()
        }) {
      table.cell(cell);
    }
  }
}
