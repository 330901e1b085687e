package dev.velox.planted.runtime;

/** A library that ends the process. */
public final class RuntimeThatExits {
  /** Exits. */
  public void exit() {
    System.exit(1);
  }
}
