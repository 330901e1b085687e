package dev.velox.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.Locale;

/** The entry point of the {@code velox} command. */
public final class Main {
  /** Set by the launcher when standard error is a terminal. */
  private static final String TERMINAL = "velox.terminal";

  private Main() {}

  /**
   * Runs the command and exits with its status.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    Streams streams =
        new Streams(
            System.in,
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            Boolean.getBoolean(TERMINAL));
    System.exit(Cli.run(streams, args));
  }
}
