package dev.velox.accounting;

import dev.velox.accounting.Table.Column;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The forms of a table for programs: CSV and JSON. */
final class TableData {
  private static final HexFormat HEX = HexFormat.of();

  private TableData() {}

  static String csv(Table table) {
    StringBuilder out = new StringBuilder();
    List<Column> columns = table.columns();
    for (int i = 0; i < columns.size(); i++) {
      out.append(i == 0 ? "" : ",");
      field(out, columns.get(i).key());
    }
    out.append("\r\n");
    for (List<@Nullable Object> row : table.rows()) {
      for (int i = 0; i < row.size(); i++) {
        Object value = row.get(i);
        out.append(i == 0 ? "" : ",");
        field(out, value == null ? "" : value.toString());
      }
      out.append("\r\n");
    }
    return out.toString();
  }

  static String json(Table table) {
    StringBuilder out = new StringBuilder("[");
    String before = "\n  {";
    for (List<@Nullable Object> row : table.rows()) {
      for (int i = 0; i < row.size(); i++) {
        out.append(i == 0 ? before : ", ");
        quote(out, table.columns().get(i).key());
        out.append(": ");
        value(out, row.get(i));
      }
      out.append('}');
      before = ",\n  {";
    }
    return out.append(table.rows().isEmpty() ? "]\n" : "\n]\n").toString();
  }

  private static void field(StringBuilder out, String text) {
    boolean plain = text.chars().noneMatch(c -> c == '"' || c == ',' || c == '\r' || c == '\n');
    if (plain) {
      out.append(text);
    } else {
      out.append('"').append(text.replace("\"", "\"\"")).append('"');
    }
  }

  private static void value(StringBuilder out, @Nullable Object value) {
    if (value instanceof Number number) {
      out.append(Double.isFinite(number.doubleValue()) ? number.toString() : "null");
    } else if (value instanceof Boolean) {
      out.append(value);
    } else if (value == null) {
      out.append("null");
    } else {
      quote(out, value.toString());
    }
  }

  /** A JSON string; half a surrogate pair is escaped, so that the result is always valid UTF-8. */
  private static void quote(StringBuilder out, String text) {
    out.append('"');
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                  if (c < 0x20 || Character.getType(c) == Character.SURROGATE) {
                    out.append("\\u").append(HEX.toHexDigits((char) c));
                  } else {
                    out.appendCodePoint(c);
                  }
                }
              }
            });
    out.append('"');
  }
}
