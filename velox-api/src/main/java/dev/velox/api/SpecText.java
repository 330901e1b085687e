package dev.velox.api;

import java.util.ArrayList;
import java.util.List;

/** Splits spec text at a separator that stands outside brackets. */
final class SpecText {
  private SpecText() {}

  static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '[') {
        depth++;
      } else if (c == ']' && --depth < 0) {
        throw new ConfigException("spec", "text", text, "has ']' without '['");
      } else if (c == separator && depth == 0) {
        parts.add(text.substring(start, i).strip());
        start = i + 1;
      }
    }
    if (depth > 0) {
      throw new ConfigException("spec", "text", text, "has '[' without ']'");
    }
    parts.add(text.substring(start).strip());
    return parts;
  }

  /** The text without one pair of enclosing brackets, if it has them. */
  static String unbracket(String text) {
    return text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
  }

  static int wholeNumber(String subject, String option, String text, int min, int max) {
    try {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, with the rule
    }
    String rule = max == Integer.MAX_VALUE ? min + " or more" : min + ".." + max;
    throw new ConfigException(subject, option, text, "must be a whole number " + rule);
  }
}
