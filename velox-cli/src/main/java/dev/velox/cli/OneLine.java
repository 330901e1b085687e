package dev.velox.cli;

import java.util.HexFormat;

/** Messages on one line: control characters are shown as escapes, and very long texts are cut. */
final class OneLine {
  private static final int LONGEST = 1000;
  private static final HexFormat HEX = HexFormat.of();

  private OneLine() {}

  static String of(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints().limit(LONGEST).forEach(c -> append(line, c));
    if (text.codePointCount(0, text.length()) > LONGEST) {
      line.append("...");
    }
    return line.toString();
  }

  private static void append(StringBuilder line, int c) {
    switch (c) {
      case '\n' -> line.append("\\n");
      case '\r' -> line.append("\\r");
      case '\t' -> line.append("\\t");
      default -> {
        if (Character.isISOControl(c) || separates(c)) {
          line.append("\\u").append(HEX.toHexDigits((char) c));
        } else {
          line.appendCodePoint(c);
        }
      }
    }
  }

  private static boolean separates(int c) {
    int type = Character.getType(c);
    return type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.SURROGATE;
  }
}
