package dev.velox.cli;

import dev.velox.cache.BitPick;
import dev.velox.cli.report.Chart;
import dev.velox.cli.report.Page;
import dev.velox.runtime.eval.EvalRow;
import dev.velox.runtime.inspect.CodingLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The plots of a report as a page. */
final class ReportPage {
  private static final Chart.Axis BITS =
      new Chart.Axis("coded bits a number, side data included", false);
  private static final Chart.Axis ERROR = new Chart.Axis("squared error over variance", true);

  private final ReportData data;

  private ReportPage(ReportData data) {
    this.data = data;
  }

  static Page of(ReportData data, Optional<Chart> levels) {
    ReportPage report = new ReportPage(data);
    Page page =
        new Page(
            "Velox: methods side by side",
            String.format(
                Locale.ROOT,
                "Keys and values of %s (%d layers, %d kv heads of %d channels), and the model run"
                    + " through every cache over %d windows, %d positions. The leading four rows"
                    + " are exact, all others codes.",
                data.sample().name(),
                data.sample().layers().size(),
                data.sample().shape().kvHeads(),
                data.sample().shape().headDim(),
                data.eval().windows(),
                data.eval().positions()));
    page.chart(report.quality()).chart(report.storage()).chart(report.rotations());
    levels.ifPresent(page::chart);
    page.chart(report.byWidth()).chart(report.byLayer());
    return page.table(
        "All figures",
        "KL in nats against the exact cache; keys, values and attention as squared error over"
            + " variance.",
        List.of("cache", "coded bits", "KL", "top-1 %", "keys", "values", "attention"),
        report.rows());
  }

  private Chart quality() {
    List<Chart.Series> series = new ArrayList<>();
    for (String method : data.methods()) {
      List<double[]> points = new ArrayList<>();
      for (Grid.Cell cell : data.cells(method)) {
        points.add(point(data.row(cell.toString())));
      }
      series.add(new Chart.Series(method, Chart.Style.LINE, points));
    }
    List<double[]> picks = new ArrayList<>();
    for (BitPick pick : BitPick.values()) {
      picks.add(point(data.row("--bits " + pick.label())));
    }
    series.add(new Chart.Series("--bits", Chart.Style.LINE, picks));
    return new Chart(
        "Bits against quality",
        "How far the model's predictions move, by what a number costs. Down and left is better;"
            + " '--bits' are the pairs that velox generate --bits N picks.",
        Chart.Kind.LINE,
        BITS,
        new Chart.Axis("KL from exact, nats", true),
        List.of(),
        series);
  }

  private static double[] point(EvalRow row) {
    return new double[] {row.codedBits(), row.kl()};
  }

  private Chart storage() {
    List<Chart.Series> series = new ArrayList<>();
    for (String method : data.methods()) {
      List<double[]> points = new ArrayList<>();
      for (Grid.Cell cell : data.cells(method)) {
        Grid.Coded coded = data.of(cell);
        CodingLoss mean = coded.mean();
        points.add(new double[] {coded.codedBits(), (mean.keys() + mean.values()) / 2});
      }
      series.add(new Chart.Series(method, Chart.Style.LINE, points));
    }
    return new Chart(
        "Storage against reconstruction",
        "What codes lose of keys and values themselves, mean of both.",
        Chart.Kind.LINE,
        BITS,
        ERROR,
        List.of(),
        series);
  }

  private Chart rotations() {
    List<Chart.Series> series = new ArrayList<>();
    int widest = 0;
    for (String rotation : data.rotations().keySet()) {
      List<Double> byWidth = data.rotations().getOrDefault(rotation, List.of());
      widest = Math.max(widest, byWidth.size());
      List<double[]> points = new ArrayList<>();
      for (int b = 1; b <= byWidth.size(); b++) {
        points.add(new double[] {b, byWidth.get(b - 1)});
      }
      series.add(new Chart.Series("turbo, " + rotation, Chart.Style.LINE, points));
    }
    series.add(bound("TurboQuant's bound, 2.72 / 4^b", 2.7207, widest));
    series.add(bound("no code does better, 1 / 4^b", 1, widest));
    return new Chart(
        "Distortion against the bounds",
        "A rotation makes any vector look alike, so both kinds of it stay between the bounds on"
            + " real keys (scale=norm, a bound of a whole vector).",
        Chart.Kind.LINE,
        new Chart.Axis("bits of a code", false),
        ERROR,
        List.of(),
        series);
  }

  private static Chart.Series bound(String name, double factor, int widest) {
    List<double[]> points = new ArrayList<>();
    for (int b = 1; b <= widest; b++) {
      points.add(new double[] {b, factor * Math.pow(4, -b)});
    }
    return new Chart.Series(name, Chart.Style.BOUND, points);
  }

  private Chart byWidth() {
    List<Chart.Series> series = new ArrayList<>();
    for (String method : data.methods()) {
      List<double[]> points = new ArrayList<>();
      for (Grid.Cell cell : data.cells(method)) {
        int place = Grid.WIDTHS.indexOf(cell.bits());
        points.add(new double[] {place, data.of(cell).mean().attention()});
      }
      series.add(new Chart.Series(method, Chart.Style.LINE, points));
    }
    return new Chart(
        "Attention error by width",
        "Squared error of attention outputs when keys and values are codes, the last 32 queries of"
            + " every layer. Methods of one width differ in side data: see the bits above.",
        Chart.Kind.BAR,
        new Chart.Axis("bits of a code", false),
        new Chart.Axis("squared error of outputs", true),
        Grid.WIDTHS.stream().map(String::valueOf).toList(),
        series);
  }

  private Chart byLayer() {
    List<Chart.Series> series = new ArrayList<>();
    for (String method : data.methods()) {
      for (Grid.Cell cell : data.cells(method)) {
        if (cell.bits() == 3) {
          series.add(
              new Chart.Series(
                  cell.toString(), Chart.Style.LINE, layers(cell, CodingLoss::attention)));
        }
      }
    }
    return new Chart(
        "Attention error by layer, 3 bits",
        "Which layers a method serves well.",
        Chart.Kind.LINE,
        new Chart.Axis("layer", false),
        new Chart.Axis("squared error of outputs", true),
        List.of(),
        series);
  }

  private List<double[]> layers(Grid.Cell cell, ToDoubleFunction<CodingLoss> figure) {
    return data.of(cell).losses().stream()
        .map(loss -> new double[] {loss.layer(), figure.applyAsDouble(loss)})
        .toList();
  }

  private List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    data.coded()
        .forEach(
            (cell, coded) -> {
              EvalRow row = data.row(cell.toString());
              CodingLoss mean = coded.mean();
              rows.add(
                  List.of(
                      cell.toString(),
                      round(coded.codedBits(), 2),
                      round(row.kl(), 5),
                      round(100 * row.top1(), 2),
                      round(mean.keys(), 5),
                      round(mean.values(), 5),
                      round(mean.attention(), 5)));
            });
    for (BitPick pick : BitPick.values()) {
      EvalRow row = data.row("--bits " + pick.label());
      rows.add(
          List.of(
              "--bits " + pick.label() + " (" + row.asked().methods() + ")",
              round(row.codedBits(), 2),
              round(row.kl(), 5),
              round(100 * row.top1(), 2),
              "",
              "",
              ""));
    }
    return rows;
  }

  static Number round(double x, int decimals) {
    return Double.parseDouble(String.format(Locale.ROOT, "%." + decimals + "f", x));
  }
}
