package dev.velox.planted.cycle.right;

import dev.velox.planted.cycle.left.Left;

/** Half of a cycle. */
public final class Right {
  /** The other half. */
  public Left left = new Left();
}
