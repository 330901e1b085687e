package dev.velox.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The entry point of the {@code velox} command. */
@Command(name = "velox", mixinStandardHelpOptions = true, version = "velox 0.1.0-SNAPSHOT")
public final class Main implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** For picocli. */
  public Main() {}

  /**
   * Runs the command and exits with its status.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(System.out);
    return 0;
  }
}
