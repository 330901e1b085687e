package dev.velox.planted.cycle.left;

import dev.velox.planted.cycle.right.Right;

/** Half of a cycle. */
public final class Left {
  /** The other half. */
  public Right right = new Right();
}
