package dev.velox.planted.kernels;

/** A kernel with an unfrozen generator. */
public final class KernelWithMathRandom {
  /** A number. */
  public double number = Math.random();
}
