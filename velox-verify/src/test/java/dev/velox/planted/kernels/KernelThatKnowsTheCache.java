package dev.velox.planted.kernels;

import dev.velox.planted.cache.SomeCache;

/** A kernel that knows the engine above it. */
public final class KernelThatKnowsTheCache {
  /** The engine. */
  public SomeCache cache = new SomeCache();
}
