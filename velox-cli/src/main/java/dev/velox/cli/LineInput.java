package dev.velox.cli;

import dev.velox.api.FormatException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Standard input line by line, in UTF-8, a line never longer than a limit. */
final class LineInput {
  private static final String NAME = "standard input";

  private final InputStream in;
  private final int limit;

  LineInput(InputStream in, int limit) {
    this.in = in;
    this.limit = limit;
  }

  /**
   * The next line without its line break; null at the end.
   *
   * @throws FormatException if it is not UTF-8
   */
  @Nullable String next() {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      int b = in.read();
      if (b < 0) {
        return null;
      }
      for (; b >= 0 && b != '\n'; b = in.read()) {
        if (line.size() == limit) {
          throw CommandFailure.resource(
              NAME + ": a line has more than the " + limit + " bytes that can be used", null);
        }
        line.write(b);
      }
    } catch (IOException e) {
      throw CommandFailure.data(NAME + ": cannot be read (" + e + ")", e);
    }
    String text = TextInput.decode(NAME, line.toByteArray());
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
