package dev.velox.cli.report;

import java.util.Map;

/** A text with places to be filled, {@code {{name}}} each. */
public final class Template {
  private Template() {}

  /**
   * Fills a text of this package.
   *
   * @param name its file
   * @param values what goes where; every place must be named
   * @return the text
   */
  public static String fill(String name, Map<String, String> values) {
    String text = Page.resource(name);
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace("{{" + value.getKey() + "}}", value.getValue().strip());
    }
    int open = text.indexOf("{{");
    if (open >= 0) {
      throw new IllegalArgumentException(
          name
              + " has a place nobody fills: "
              + text.substring(open, Math.min(open + 40, text.length())));
    }
    return text;
  }
}
