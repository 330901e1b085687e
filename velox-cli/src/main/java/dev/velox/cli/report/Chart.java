package dev.velox.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One chart as data: named series of points, or of values over categories.
 *
 * @param title above the chart
 * @param note a sentence under the title
 * @param kind how it is drawn
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param categories names along the horizontal axis of bars; empty for points
 * @param series what is drawn
 */
public record Chart(
    String title,
    String note,
    Kind kind,
    Axis x,
    Axis y,
    List<String> categories,
    List<Series> series) {

  /** Keeps its own lists. */
  public Chart {
    categories = List.copyOf(categories);
    series = List.copyOf(series);
  }

  /** How a chart is drawn. */
  public enum Kind {
    /** Points joined in the order of a series. */
    LINE,
    /** Bars side by side. */
    BAR
  }

  /**
   * An axis.
   *
   * @param label beside it
   * @param log whether it is logarithmic and shows numbers above 0 only
   */
  public record Axis(String label, boolean log) {}

  /**
   * One line, or one colour of bars.
   *
   * @param name in the legend
   * @param style how it is drawn
   * @param points {@code {x, y}} each; of bars {@code {category, y}}
   */
  public record Series(String name, Style style, List<double[]> points) {
    /** Keeps its own list. */
    public Series {
      points = List.copyOf(points);
    }
  }

  /** How a series is drawn. */
  public enum Style {
    /** A line with a mark at every point. */
    LINE,
    /** A dashed line without marks, for bounds. */
    BOUND,
    /** Marks alone. */
    MARKS,
    /** Steps filled to the axis, for histograms. */
    FILLED
  }

  Map<String, Object> object() {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("kind", kind.name());
    object.put("x", Map.of("label", x.label(), "log", x.log()));
    object.put("y", Map.of("label", y.label(), "log", y.log()));
    object.put("categories", categories);
    List<Object> all = new ArrayList<>();
    for (Series s : series) {
      all.add(Map.of("name", s.name(), "style", s.style().name(), "points", s.points()));
    }
    object.put("series", all);
    return object;
  }
}
