package dev.velox.simd;

import dev.velox.kernels.Kernels;

/**
 * One kernel method and how to try it.
 *
 * @param method family and method, as in {@code rows.dot}
 * @param exact whether all paths must give the same bits; else 1e-5 of the terms' magnitudes
 * @param call draws inputs, calls the method, records outputs
 */
record Twin(String method, boolean exact, Call call) {
  /** The call. */
  interface Call {
    void run(Kernels k, Trial t);
  }

  @Override
  public String toString() {
    return method;
  }
}
