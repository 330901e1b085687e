package dev.velox.cli;

import dev.velox.api.BudgetException;
import dev.velox.api.BusyException;
import dev.velox.api.CapacityException;
import dev.velox.api.ClosedException;
import dev.velox.api.ConfigException;
import dev.velox.api.FormatException;
import dev.velox.api.NonFiniteException;
import dev.velox.api.PluginException;
import dev.velox.api.StorageException;
import dev.velox.api.TrimException;
import dev.velox.api.VeloxException;

/** The documented exit statuses, and which error has which. */
final class ExitCode {
  static final int OK = 0;

  /** A fault of the program itself. */
  static final int FAULT = 1;

  static final int USAGE = 2;
  static final int DATA = 3;
  static final int RESOURCE = 4;

  /** Stopped by Ctrl-C or a termination signal, as shells count it. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}

  static int of(Throwable error) {
    return switch (error) {
      case VeloxException typed -> typed(typed);
      case CommandFailure failure -> failure.exitCode();
      case OutOfMemoryError memory -> RESOURCE;
      default -> FAULT;
    };
  }

  private static int typed(VeloxException error) {
    return switch (error) {
      case ConfigException e -> USAGE;
      case FormatException e -> DATA;
      case NonFiniteException e -> DATA;
      case PluginException e -> DATA;
      case TrimException e -> DATA;
      case CapacityException e -> RESOURCE;
      case BudgetException e -> RESOURCE;
      case BusyException e -> RESOURCE;
      case ClosedException e -> RESOURCE;
      case StorageException e -> RESOURCE;
    };
  }
}
