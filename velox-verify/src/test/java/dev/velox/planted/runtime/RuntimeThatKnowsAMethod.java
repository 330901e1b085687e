package dev.velox.planted.runtime;

import dev.velox.planted.nuq.MethodThatKnowsASibling;

/** A runtime that names one method. */
public final class RuntimeThatKnowsAMethod {
  /** The method. */
  public MethodThatKnowsASibling method = new MethodThatKnowsASibling();
}
