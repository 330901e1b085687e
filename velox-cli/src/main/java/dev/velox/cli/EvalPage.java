package dev.velox.cli;

import dev.velox.accounting.MemorySize;
import dev.velox.cli.report.Chart;
import dev.velox.cli.report.Page;
import dev.velox.runtime.eval.EvalReport;
import dev.velox.runtime.eval.EvalRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An evaluation as a page. */
final class EvalPage {
  /** Less divergence than this would stretch a logarithmic axis until nothing else can be told. */
  private static final double LEAST = 1e-6;

  private EvalPage() {}

  static Page of(EvalReport report, List<String> labels) {
    Page page =
        new Page(
            "Velox: caches of " + report.model(),
            String.format(
                Locale.ROOT,
                "%d windows, %d positions scored; exact perplexity %.4f. KL is the mean divergence"
                    + " from the exact cache in nats.",
                report.windows(),
                report.positions(),
                report.exactPerplexity()));
    return page.chart(quality(report, labels))
        .chart(memory(report, labels))
        .table(
            "All figures",
            "Resident bits and bytes are those of the cache at the end of a window.",
            List.of(
                "cache",
                "perplexity",
                "KL",
                "+-",
                "top-1 %",
                "coded bits",
                "resident bits",
                "resident",
                "tokens/s"),
            rows(report, labels));
  }

  private static Chart quality(EvalReport report, List<String> labels) {
    List<Chart.Series> series = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      EvalRow row = report.rows().get(i);
      if (row.kl() < LEAST) {
        continue;
      }
      series.add(
          new Chart.Series(
              labels.get(i), Chart.Style.MARKS, List.of(new double[] {row.codedBits(), row.kl()})));
    }
    return new Chart(
        "Bits against quality",
        "Down and left is better. Caches that diverge by less than a millionth are not drawn.",
        Chart.Kind.LINE,
        new Chart.Axis("coded bits a number, side data included", false),
        new Chart.Axis("KL from exact, nats", true),
        List.of(),
        series);
  }

  private static Chart memory(EvalReport report, List<String> labels) {
    List<double[]> resident = new ArrayList<>();
    List<double[]> coded = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      resident.add(new double[] {i, report.rows().get(i).residentBits()});
      coded.add(new double[] {i, report.rows().get(i).codedBits()});
    }
    return new Chart(
        "Bits held now and in the long run",
        "Resident bits count exact rows, open blocks and tables at the end of a window; coded bits"
            + " are where they go as the text grows.",
        Chart.Kind.BAR,
        new Chart.Axis("", false),
        new Chart.Axis("bits a number", false),
        labels,
        List.of(
            new Chart.Series("resident", Chart.Style.LINE, resident),
            new Chart.Series("coded", Chart.Style.LINE, coded)));
  }

  private static List<List<Object>> rows(EvalReport report, List<String> labels) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      EvalRow row = report.rows().get(i);
      rows.add(
          List.of(
              labels.get(i),
              ReportPage.round(row.perplexity(), 4),
              ReportPage.round(row.kl(), 5),
              ReportPage.round(row.klError(), 5),
              ReportPage.round(100 * row.top1(), 2),
              ReportPage.round(row.codedBits(), 2),
              ReportPage.round(row.residentBits(), 2),
              MemorySize.format(row.residentBytes()),
              ReportPage.round(row.tokensPerSecond(), 0)));
    }
    return rows;
  }
}
