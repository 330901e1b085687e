package dev.velox.planted.cache;

/** An engine that changes the process it lives in. */
public final class CacheThatSetsAProperty {
  /** Changes it. */
  public void set() {
    System.setProperty("velox", "on");
  }
}
