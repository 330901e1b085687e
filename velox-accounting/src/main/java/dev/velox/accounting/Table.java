package dev.velox.accounting;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A small table of texts and numbers, printed as aligned text, Markdown, CSV or JSON. Text and
 * Markdown are for people: they show column titles and round numbers to the column's decimals. CSV
 * and JSON are for programs: they use column keys and give numbers in full.
 */
public final class Table {

  /** On which side of its column a cell stands. */
  public enum Align {
    /** Texts. */
    LEFT,
    /** Numbers. */
    RIGHT
  }

  /**
   * One column.
   *
   * @param key its name for programs, unique in the table
   * @param title its name for people
   * @param align where cells stand
   * @param decimals decimals shown to people; negative for all there are
   */
  public record Column(String key, String title, Align align, int decimals) {}

  private final List<Column> columns;
  private final List<List<@Nullable Object>> rows;

  private Table(List<Column> columns, List<List<@Nullable Object>> rows) {
    this.columns = columns;
    this.rows = rows;
  }

  /**
   * Begins a table.
   *
   * @return a builder without columns
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The columns from left to right.
   *
   * @return unmodifiable
   */
  public List<Column> columns() {
    return columns;
  }

  /**
   * The rows from top to bottom; a cell is a {@link String}, a {@link Number}, a {@link Boolean} or
   * null for an empty one.
   *
   * @return unmodifiable
   */
  public List<List<@Nullable Object>> rows() {
    return rows;
  }

  /**
   * For a terminal: columns two spaces apart, aligned by the width of the characters.
   *
   * @return lines, each ended by a line feed, without trailing spaces
   */
  public String text() {
    return TableText.text(this);
  }

  /**
   * For a document: a table in GitHub's Markdown.
   *
   * @return lines, each ended by a line feed
   */
  public String markdown() {
    return TableText.markdown(this);
  }

  /**
   * For a spreadsheet: RFC 4180 with a header line.
   *
   * @return lines, each ended by carriage return and line feed
   */
  public String csv() {
    return TableData.csv(this);
  }

  /**
   * For a program: an array with one object a row, keyed by column. Numbers are numbers; those that
   * are not finite, and empty cells, are null.
   *
   * @return JSON, one row a line, ended by a line feed
   */
  public String json() {
    return TableData.json(this);
  }

  /** The text form. */
  @Override
  public String toString() {
    return text();
  }

  /** Collects columns, then cells; not safe for several threads. */
  public static final class Builder {
    private final List<Column> columns = new ArrayList<>();
    private final Set<String> keys = new HashSet<>();
    private final List<@Nullable Object> cells = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a column.
     *
     * @param column the column
     * @return this
     */
    public Builder column(Column column) {
      if (!cells.isEmpty()) {
        throw new IllegalArgumentException("column '" + column.key() + "' after the first cell");
      }
      if (!keys.add(column.key())) {
        throw new IllegalArgumentException("column '" + column.key() + "' twice");
      }
      columns.add(column);
      return this;
    }

    /**
     * Adds a left-aligned column.
     *
     * @param name its key and title
     * @return this
     */
    public Builder text(String name) {
      return column(new Column(name, name, Align.LEFT, -1));
    }

    /**
     * Adds a right-aligned column that shows numbers in full.
     *
     * @param name its key and title
     * @return this
     */
    public Builder number(String name) {
      return column(new Column(name, name, Align.RIGHT, -1));
    }

    /**
     * Adds a right-aligned column that rounds for people.
     *
     * @param name its key and title
     * @param decimals decimals shown, at least 0
     * @return this
     */
    public Builder number(String name, int decimals) {
      return column(new Column(name, name, Align.RIGHT, decimals));
    }

    /**
     * Adds a whole row.
     *
     * @param row one cell a column
     * @return this
     */
    public Builder row(@Nullable Object... row) {
      if (columns.isEmpty() || row.length != columns.size() || cells.size() % columns.size() != 0) {
        throw new IllegalArgumentException(
            "a row of " + row.length + " cells; the table has " + columns.size() + " columns");
      }
      for (Object value : row) {
        cell(value);
      }
      return this;
    }

    /**
     * Adds the next cell of the row begun, or of a new row once that is full.
     *
     * @param value a {@link String}, {@link Number}, {@link Boolean}, or null for an empty cell;
     *     anything else is kept as its text
     * @return this
     */
    public Builder cell(@Nullable Object value) {
      if (columns.isEmpty()) {
        throw new IllegalArgumentException("a cell in a table without columns");
      }
      if (value == null || value instanceof Number || value instanceof Boolean) {
        cells.add(value);
      } else {
        cells.add(value.toString());
      }
      return this;
    }

    /**
     * Ends the table.
     *
     * @return an immutable table
     */
    public Table build() {
      int width = columns.size();
      if (width == 0 || cells.size() % width != 0) {
        throw new IllegalArgumentException(
            cells.size() + " cells do not fill rows of " + width + " columns");
      }
      List<List<@Nullable Object>> rows = new ArrayList<>(cells.size() / width);
      for (int from = 0; from < cells.size(); from += width) {
        rows.add(Collections.unmodifiableList(new ArrayList<>(cells.subList(from, from + width))));
      }
      return new Table(List.copyOf(columns), Collections.unmodifiableList(rows));
    }
  }
}
