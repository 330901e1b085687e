package dev.velox.planted.kernels;

/** A kernel with scratch of its own. */
public final class KernelWithAThreadLocal {
  /** Scratch. */
  public ThreadLocal<float[]> scratch = ThreadLocal.withInitial(() -> new float[8]);
}
