package dev.velox.cli;

import org.jspecify.annotations.Nullable;

/** A fault of what the command itself reads or writes, with its exit status. */
final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int exitCode;

  private CommandFailure(int exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** Input that cannot be used. */
  static CommandFailure data(String message, @Nullable Throwable cause) {
    return new CommandFailure(ExitCode.DATA, message, cause);
  }

  /** Something the machine cannot give. */
  static CommandFailure resource(String message, @Nullable Throwable cause) {
    return new CommandFailure(ExitCode.RESOURCE, message, cause);
  }

  int exitCode() {
    return exitCode;
  }
}
