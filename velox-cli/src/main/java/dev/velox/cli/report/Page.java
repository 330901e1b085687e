package dev.velox.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import tools.jackson.databind.json.JsonMapper;

/**
 * A page of text, tables and charts in one file: style, script and the chart library (Chart.js) are
 * inside, nothing is loaded from anywhere, and its policy forbids it.
 */
public final class Page {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String title;
  private final String lead;
  private final List<String> sections = new ArrayList<>();

  /**
   * An empty page.
   *
   * @param title its heading
   * @param lead what it is about, in a sentence or two
   */
  public Page(String title, String lead) {
    this.title = title;
    this.lead = lead;
  }

  /**
   * Adds a chart, with its numbers in a table that can be opened.
   *
   * @param chart the chart
   * @return this page
   */
  public Page chart(Chart chart) {
    String json = JSON.writeValueAsString(chart.object()).replace("<", "\\u003c");
    sections.add(
        "<section>\n<h2>"
            + text(chart.title())
            + "</h2>\n<p>"
            + text(chart.note())
            + "</p>\n<figure data-chart>\n<div class=\"plot\"><canvas role=\"img\" aria-label=\""
            + text(chart.title() + ". " + chart.note())
            + "\"></canvas></div>\n<script type=\"application/json\">"
            + json
            + "</script>\n</figure>\n"
            + numbers(chart)
            + "</section>\n");
    return this;
  }

  /**
   * Adds a table.
   *
   * @param heading above it
   * @param note a sentence under the heading
   * @param columns names of columns
   * @param rows cells in the order of columns; numbers are set to the right
   * @return this page
   */
  public Page table(String heading, String note, List<String> columns, List<List<Object>> rows) {
    sections.add(
        "<section>\n<h2>"
            + text(heading)
            + "</h2>\n<p>"
            + text(note)
            + "</p>\n"
            + cells(columns, rows)
            + "</section>\n");
    return this;
  }

  private static String numbers(Chart chart) {
    List<String> columns = new ArrayList<>(List.of("series"));
    columns.add(chart.categories().isEmpty() ? chart.x().label() : "");
    columns.add(chart.y().label());
    List<List<Object>> rows = new ArrayList<>();
    for (Chart.Series s : chart.series()) {
      for (double[] p : s.points()) {
        Object x = chart.categories().isEmpty() ? short4(p[0]) : chart.categories().get((int) p[0]);
        rows.add(List.of(s.name(), x, short4(p[1])));
      }
    }
    return "<details><summary>The numbers</summary>" + cells(columns, rows) + "</details>\n";
  }

  private static Number short4(double x) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.4g", x));
  }

  private static String cells(List<String> columns, List<List<Object>> rows) {
    StringBuilder table = new StringBuilder("<div class=\"wide\"><table>\n<thead><tr>");
    for (int i = 0; i < columns.size(); i++) {
      boolean numbers = !rows.isEmpty() && rows.getFirst().get(i) instanceof Number;
      table
          .append(numbers ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">")
          .append(text(columns.get(i)))
          .append("</th>");
    }
    table.append("</tr></thead>\n<tbody>\n");
    for (List<Object> row : rows) {
      table.append("<tr>");
      for (Object cell : row) {
        boolean number = cell instanceof Number;
        table
            .append(number ? "<td class=\"n\">" : "<td>")
            .append(text(number ? plain((Number) cell) : cell.toString()))
            .append("</td>");
      }
      table.append("</tr>\n");
    }
    return table.append("</tbody></table></div>\n").toString();
  }

  private static String plain(Number x) {
    double d = x.doubleValue();
    return d == Math.rint(d) && Math.abs(d) < 1e9
        ? Long.toString((long) d)
        : new java.math.BigDecimal(x.toString()).stripTrailingZeros().toPlainString();
  }

  static String text(String raw) {
    return raw.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /**
   * The whole file.
   *
   * @return HTML
   */
  public String html() {
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<meta name=\"color-scheme\" content=\"light dark\">\n"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
        + " 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
        + "<link rel=\"icon\" href=\"data:,\">\n<title>"
        + text(title)
        + "</title>\n<style>\n"
        + resource("page.css")
        + "</style>\n</head>\n<body>\n<header><h1>"
        + text(title)
        + "</h1>\n<p class=\"lead\">"
        + text(lead)
        + "</p></header>\n<main>\n"
        + String.join("", sections)
        + "</main>\n<footer><p>Charts: Chart.js, MIT licence, inside this file. Nothing is loaded"
        + " from anywhere.</p></footer>\n<script>\n"
        + library()
        + "\n</script>\n<script>\n"
        + resource("page.js")
        + "</script>\n</body>\n</html>\n";
  }

  /** The library, without the line that points at its source map and the address in its banner. */
  private static String library() {
    return resource("chart.umd.js")
        .replaceAll("(?m)^//# sourceMappingURL=.*$", "")
        .replace("https://", "")
        .replace("</script", "<\\/script");
  }

  static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
