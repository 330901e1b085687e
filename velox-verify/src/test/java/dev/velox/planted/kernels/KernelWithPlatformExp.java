package dev.velox.planted.kernels;

/** A kernel whose result depends on the platform. */
public final class KernelWithPlatformExp {
  /**
   * A weight.
   *
   * @param x a score
   * @return its weight
   */
  public double weight(double x) {
    return Math.exp(x);
  }
}
