package dev.velox.turbo;

import dev.velox.kernels.CodebookKernels;

/**
 * The levels of a scalar quantizer of unit variance, and the boundaries between them. Immutable:
 * its arrays are to be read only.
 */
final class Codebook {
  private final int bits;
  private final float[] levels;
  private final float[] bounds;

  private Codebook(int bits, float[] levels) {
    this.bits = bits;
    this.levels = levels;
    this.bounds = CodebookKernels.bounds(levels);
  }

  /**
   * A symmetric codebook.
   *
   * @param positive its positive levels, ascending, a power of two of them
   */
  static Codebook symmetric(double[] positive) {
    int n = positive.length;
    float[] levels = new float[2 * n];
    for (int i = 0; i < n; i++) {
      levels[n + i] = (float) positive[i];
      levels[n - 1 - i] = -levels[n + i];
    }
    return new Codebook(Integer.numberOfTrailingZeros(2 * n), levels);
  }

  /** Minus one and one. */
  static Codebook signs() {
    return symmetric(new double[] {1});
  }

  int bits() {
    return bits;
  }

  /** All {@code 2^bits} levels, ascending. */
  float[] levels() {
    return levels;
  }

  /** {@code 2^bits - 1} boundaries; a number on one belongs to the lower cell. */
  float[] bounds() {
    return bounds;
  }
}
