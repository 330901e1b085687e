package dev.velox.kernels;

import org.jspecify.annotations.Nullable;

/** A faster twin of the scalar kernels, found as a service. */
public interface KernelProvider {
  /**
   * The name reports use.
   *
   * @return a short lower-case word, such as {@code simd}
   */
  String name();

  /**
   * Says why these kernels cannot run in this process. Called before {@link #kernels}, and must not
   * touch a class that may be missing.
   *
   * @return one sentence, or null when they can run
   */
  @Nullable String obstacle();

  /**
   * The kernels, for the life of the process.
   *
   * @param vectorBits 128, 256 or 512, or 0 for the widest this machine has
   * @return the bundle; every result that feeds a code has the same bits as the scalar one
   * @throws dev.velox.api.ConfigException when this machine has no vectors of that width
   */
  Kernels kernels(int vectorBits);
}
