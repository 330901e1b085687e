package dev.velox.bench;

import java.util.Locale;
import picocli.CommandLine;

/** The entry point of {@code ./build bench}. */
public final class Main {
  private Main() {}

  /**
   * Runs the grid and exits with its status.
   *
   * @param args the options
   */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.exit(new CommandLine(new GridCommand()).execute(args));
  }
}
