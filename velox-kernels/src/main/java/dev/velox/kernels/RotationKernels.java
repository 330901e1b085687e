package dev.velox.kernels;

/**
 * The Walsh-Hadamard transform with a diagonal, in place. Every butterfly is one addition and one
 * subtraction; strides grow on the way there and shrink on the way back, so that the diagonal and
 * the short strides share a pass, and all results have the same bits on every path.
 */
public interface RotationKernels {

  /**
   * Multiplies by a diagonal, then transforms: {@code x <- H (d * x)} for each of {@code count}
   * rows. With a diagonal of {@code +-1/sqrt(n)} this is a randomised rotation.
   *
   * @param rows the rows, changed in place
   * @param ro first element of row 0
   * @param rowStride elements from one row to the next
   * @param count number of rows
   * @param n length of the transform, a power of two
   * @param diagonal {@code n} factors
   * @param d the first factor
   */
  void hadamard(float[] rows, int ro, int rowStride, int count, int n, float[] diagonal, int d);

  /**
   * Transforms, then multiplies by a diagonal: {@code x <- d * (H x)}, the inverse of {@link
   * #hadamard} for a diagonal of {@code +-1/sqrt(n)}.
   *
   * @param rows the rows, changed in place
   * @param ro first element of row 0
   * @param rowStride elements from one row to the next
   * @param count number of rows
   * @param n length of the transform, a power of two
   * @param diagonal {@code n} factors
   * @param d the first factor
   */
  void hadamardBack(float[] rows, int ro, int rowStride, int count, int n, float[] diagonal, int d);
}
