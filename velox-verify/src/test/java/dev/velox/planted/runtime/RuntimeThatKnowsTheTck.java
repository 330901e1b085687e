package dev.velox.planted.runtime;

import dev.velox.planted.tck.SomeLaw;

/** A runtime that needs the test kit. */
public final class RuntimeThatKnowsTheTck {
  /** The law. */
  public SomeLaw law = new SomeLaw();
}
