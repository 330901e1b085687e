package dev.velox.bench;

import dev.velox.accounting.Table;
import dev.velox.runtime.bench.ArmKind;
import dev.velox.runtime.bench.ArmSpec;
import dev.velox.runtime.bench.BenchReport;
import dev.velox.runtime.bench.BenchRow;
import dev.velox.runtime.bench.BenchTables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a panel came to.
 *
 * @param panel the panel
 * @param report the figures of the arms that are installed; null if none is
 * @param refused why the others are not
 */
record PanelResult(Panel panel, @Nullable BenchReport report, Map<ArmSpec, String> refused) {

  /** The figures of an arm, if it was measured. */
  Optional<BenchRow> row(ArmSpec arm) {
    return report == null
        ? Optional.empty()
        : report.rows().stream().filter(row -> row.asked().equals(arm)).findFirst();
  }

  /** A section of Markdown: setting, tables, what is not installed. */
  String markdown() {
    StringBuilder text = new StringBuilder("### ").append(panel.title()).append("\n\n");
    if (report != null) {
      text.append(BenchTables.setting(report)).append("\n\n");
      table(text, "Attention", BenchTables.attention(report));
      table(text, "Scores alone", BenchTables.pass(report, ArmKind.KEYS));
      table(text, "Weighted sums alone", BenchTables.pass(report, ArmKind.VALUES));
      table(text, "Writing", BenchTables.writing(report));
    }
    if (!refused.isEmpty()) {
      List<String> reasons = refused.values().stream().distinct().toList();
      text.append("Not installed:\n\n");
      for (String reason : reasons) {
        List<String> arms =
            refused.entrySet().stream()
                .filter(e -> e.getValue().equals(reason))
                .map(e -> e.getKey().kind().label() + " `" + e.getKey().cache() + "`")
                .toList();
        text.append("- ").append(String.join(", ", arms)).append(": ").append(reason).append('\n');
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static void table(StringBuilder text, String title, Table table) {
    if (!table.rows().isEmpty()) {
      text.append(title).append(":\n\n").append(table.markdown()).append('\n');
    }
  }
}
