package dev.velox.planted.runtime;

/** A library that prints a stack trace. */
public final class RuntimeWithAStackTrace {
  /**
   * Prints.
   *
   * @param e what went wrong
   */
  public void print(Exception e) {
    e.printStackTrace();
  }
}
