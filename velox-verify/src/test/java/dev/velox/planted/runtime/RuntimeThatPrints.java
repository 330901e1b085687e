package dev.velox.planted.runtime;

/** A library that prints. */
public final class RuntimeThatPrints {
  /** Prints. */
  public void print() {
    System.out.println("token");
  }
}
