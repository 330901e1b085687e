package dev.velox.planted.api;

import dev.velox.planted.kernels.SomeKernel;

/** An API type that knows an implementation. */
public final class ApiThatKnowsKernels {
  /** A kernel. */
  public SomeKernel kernel = new SomeKernel();
}
