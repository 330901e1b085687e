package dev.velox.cli;

import dev.velox.api.VeloxException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports an error on one line of standard error and chooses the exit status. */
final class Errors
    implements CommandLine.IParameterExceptionHandler, CommandLine.IExecutionExceptionHandler {
  private final Streams streams;
  private final VeloxCommand velox;

  Errors(VeloxCommand velox) {
    this.streams = velox.streams();
    this.velox = velox;
  }

  @Override
  public int handleParseException(ParameterException error, String[] args) {
    CommandLine command = error.getCommandLine();
    String text =
        error instanceof UnmatchedArgumentException unmatched
            ? unmatched(unmatched, command)
            : String.valueOf(error.getMessage()).replaceFirst("^Error: ", "");
    streams.note(text + " (see " + command.getCommandSpec().qualifiedName() + " --help)");
    return ExitCode.USAGE;
  }

  private static String unmatched(UnmatchedArgumentException error, CommandLine command) {
    String first = error.getUnmatched().getFirst();
    if (!command.getSubcommands().isEmpty() && !first.startsWith("-")) {
      return "there is no command '"
          + first
          + "', there are "
          + String.join(", ", command.getSubcommands().keySet());
    }
    List<String> similar = error.getSuggestions();
    return similar.isEmpty()
        ? String.valueOf(error.getMessage())
        : error.getMessage() + "; did you mean " + String.join(" or ", similar) + "?";
  }

  @Override
  public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed) {
    return report(error);
  }

  int report(Throwable error) {
    int status = ExitCode.of(error);
    streams.note(message(error, status));
    if (velox.debug()) {
      error.printStackTrace(streams.err());
    }
    streams.err().flush();
    return status;
  }

  private static String message(Throwable error, int status) {
    if (error instanceof VeloxException || error instanceof CommandFailure) {
      return String.valueOf(error.getMessage());
    }
    if (status == ExitCode.RESOURCE) {
      return "out of memory: "
          + error.getMessage()
          + "; ask for fewer tokens or give Java more memory (JAVA_TOOL_OPTIONS=-Xmx4g)";
    }
    return "a fault of velox itself, please report it with the output of --debug: " + error;
  }
}
