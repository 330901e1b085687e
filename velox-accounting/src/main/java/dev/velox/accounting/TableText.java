package dev.velox.accounting;

import dev.velox.accounting.Table.Align;
import dev.velox.accounting.Table.Column;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The forms of a table for people: aligned text and Markdown. */
final class TableText {
  private static final String GAP = "  ";

  private TableText() {}

  static String text(Table table) {
    String[][] cells = shown(table, false);
    int[] widths = widths(cells, 0);
    StringBuilder out = new StringBuilder();
    for (int row = 0; row < cells.length; row++) {
      for (int i = 0; i < widths.length; i++) {
        out.append(i == 0 ? "" : GAP);
        pad(out, cells[row][i], widths[i], table.columns().get(i).align());
      }
      endLine(out);
      if (row == 0) {
        for (int i = 0; i < widths.length; i++) {
          out.append(i == 0 ? "" : GAP).append("-".repeat(widths[i]));
        }
        endLine(out);
      }
    }
    return out.toString();
  }

  static String markdown(Table table) {
    String[][] cells = shown(table, true);
    int[] widths = widths(cells, 3);
    StringBuilder out = new StringBuilder();
    for (int row = 0; row < cells.length; row++) {
      for (int i = 0; i < widths.length; i++) {
        out.append("| ");
        pad(out, cells[row][i], widths[i], table.columns().get(i).align());
        out.append(' ');
      }
      out.append("|\n");
      if (row == 0) {
        for (int i = 0; i < widths.length; i++) {
          boolean right = table.columns().get(i).align() == Align.RIGHT;
          out.append("| ").append("-".repeat(widths[i] - 1)).append(right ? ": " : "- ");
        }
        out.append("|\n");
      }
    }
    return out.toString();
  }

  /** All cells as people see them, the titles first. */
  private static String[][] shown(Table table, boolean markdown) {
    List<Column> columns = table.columns();
    String[][] cells = new String[table.rows().size() + 1][columns.size()];
    for (int i = 0; i < columns.size(); i++) {
      cells[0][i] = clean(columns.get(i).title(), markdown);
      for (int row = 1; row < cells.length; row++) {
        Object value = table.rows().get(row - 1).get(i);
        cells[row][i] = clean(show(value, columns.get(i).decimals()), markdown);
      }
    }
    return cells;
  }

  private static String show(@Nullable Object value, int decimals) {
    if (value == null) {
      return "";
    }
    if (decimals < 0
        || !(value instanceof Number number)
        || !Double.isFinite(number.doubleValue())) {
      return value.toString();
    }
    return new BigDecimal(number.toString())
        .setScale(decimals, RoundingMode.HALF_EVEN)
        .toPlainString();
  }

  /** One line without control characters, which could move a terminal's cursor. */
  private static String clean(String text, boolean markdown) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (Character.isWhitespace(c)) {
                out.append(' ');
              } else if (Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE) {
                out.append('\uFFFD');
              } else {
                if (markdown && (c == '|' || c == '\\')) {
                  out.append('\\');
                }
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }

  private static int[] widths(String[][] cells, int least) {
    int[] widths = new int[cells[0].length];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = least;
      for (String[] row : cells) {
        widths[i] = Math.max(widths[i], TextWidth.of(row[i]));
      }
    }
    return widths;
  }

  private static void pad(StringBuilder out, String cell, int width, Align align) {
    String spaces = " ".repeat(width - TextWidth.of(cell));
    if (align == Align.RIGHT) {
      out.append(spaces).append(cell);
    } else {
      out.append(cell).append(spaces);
    }
  }

  private static void endLine(StringBuilder out) {
    int end = out.length();
    while (end > 0 && out.charAt(end - 1) == ' ') {
      end--;
    }
    out.setLength(end);
    out.append('\n');
  }
}
