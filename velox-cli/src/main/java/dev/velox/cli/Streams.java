package dev.velox.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a command reads and prints: always UTF-8, whatever the machine's own character set. */
final class Streams {
  private final InputStream in;
  private final OutputGuard guard;
  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean terminal;

  /**
   * Streams over byte streams.
   *
   * @param in standard input
   * @param out results
   * @param err everything else
   * @param terminal whether a person watches {@code err}, so that a line may be drawn over
   */
  Streams(InputStream in, OutputStream out, OutputStream err, boolean terminal) {
    this.in = in;
    this.guard = new OutputGuard(out);
    this.out = new PrintWriter(new OutputStreamWriter(guard, StandardCharsets.UTF_8));
    this.err = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
    this.terminal = terminal;
  }

  InputStream in() {
    return in;
  }

  PrintWriter out() {
    return out;
  }

  PrintWriter err() {
    return err;
  }

  boolean terminal() {
    return terminal;
  }

  /** Prints one line to standard error under the program's name. */
  void note(String message) {
    err.print("velox: " + OneLine.of(message) + "\n");
    err.flush();
  }

  /** Why results could not be written; null if they were, or if the reader had enough. */
  @Nullable IOException outputFailure() {
    out.flush();
    IOException failure = guard.failure();
    return failure == null || readerLeft(failure) ? null : failure;
  }

  /** Whether nobody reads the results any more. */
  boolean outputGone() {
    return out.checkError();
  }

  private static boolean readerLeft(IOException failure) {
    String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return text.contains("broken pipe") || text.contains("pipe closed");
  }
}
