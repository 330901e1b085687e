package dev.velox.cli;

import java.io.IOException;
import picocli.CommandLine;

/** One run of the command line in a process that goes on. */
final class Cli {
  private Cli() {}

  /**
   * Parses and runs a command.
   *
   * @param streams where it reads and prints
   * @param args the words after {@code velox}
   * @return the exit status
   */
  static int run(Streams streams, String... args) {
    VeloxCommand velox = new VeloxCommand(streams);
    Errors errors = new Errors(velox);
    CommandLine line =
        new CommandLine(velox)
            .setOut(streams.out())
            .setErr(streams.err())
            .setExpandAtFiles(false)
            .setParameterExceptionHandler(errors)
            .setExecutionExceptionHandler(errors);
    int status;
    try {
      status = line.execute(args);
    } catch (Error e) {
      status = errors.report(e);
    }
    IOException lost = streams.outputFailure();
    if (lost != null && status == ExitCode.OK) {
      return errors.report(
          CommandFailure.resource("standard output cannot be written: " + lost.getMessage(), lost));
    }
    return status;
  }
}
