package dev.velox.planted.nuq;

import dev.velox.planted.turbo.MethodThatKnowsTheLedger;

/** A method that reaches into another family. */
public final class MethodThatKnowsASibling {
  /** The sibling. */
  public MethodThatKnowsTheLedger sibling = new MethodThatKnowsTheLedger();
}
