package dev.velox.api;

import org.jspecify.annotations.Nullable;

/**
 * The root of every error Velox reports. A call that throws one leaves length, bytes and contents
 * of every layer as they were.
 */
public abstract sealed class VeloxException extends RuntimeException
    permits BudgetException,
        BusyException,
        CapacityException,
        ClosedException,
        ConfigException,
        FormatException,
        NonFiniteException,
        PluginException,
        StorageException,
        TrimException {

  private static final long serialVersionUID = 1;

  VeloxException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
