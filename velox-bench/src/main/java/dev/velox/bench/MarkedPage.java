package dev.velox.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A Markdown page with a part that a program writes. */
final class MarkedPage {
  private static final String BEGIN = "<!-- bench: begin -->\n";
  private static final String END = "<!-- bench: end -->\n";

  private MarkedPage() {}

  /**
   * Refuses a page that {@link #replace} would refuse.
   *
   * @param page the page
   * @throws IOException if the page cannot be read or has no marks
   */
  static void check(Path page) throws IOException {
    String unused = marked(page);
  }

  private static String marked(Path page) throws IOException {
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN);
    if (begin < 0 || text.indexOf(END) < begin) {
      throw new IOException(
          page
              + " has no lines '"
              + BEGIN.strip()
              + "' and '"
              + END.strip()
              + "' to write between");
    }
    return text;
  }

  /**
   * Replaces what lies between the marks.
   *
   * @param page the page
   * @param text what to put there
   * @throws IOException if the page cannot be read or written, or has no marks
   */
  static void replace(Path page, String text) throws IOException {
    String old = marked(page);
    String before = old.substring(0, old.indexOf(BEGIN) + BEGIN.length());
    Files.writeString(page, before + "\n" + text + old.substring(old.indexOf(END)));
  }
}
