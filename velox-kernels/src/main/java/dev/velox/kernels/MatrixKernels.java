package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/** Products of a weight matrix in memory with activations on the heap. */
public interface MatrixKernels {

  /**
   * Multiplies rows of a matrix with each of several activations: {@code y[yo + t * yStride + r] =
   * dot(W_r, x_t)} for rows {@code rowFrom} up to, not including, {@code rowTo}. An element's bits
   * depend on its row and activation alone, not on the range or the number of tokens, so work may
   * be cut into ranges and chunks at will.
   *
   * @param type the numbers of the matrix, all finite
   * @param weights native memory, row-major, {@code cols} numbers a row
   * @param at byte offset of row 0
   * @param rowFrom first row to compute
   * @param rowTo one past the last
   * @param cols numbers a row
   * @param x activations, token {@code t} at {@code xo + t * xStride}
   * @param xo first element of token 0
   * @param tokens number of activations, at least 1
   * @param xStride elements from one activation to the next
   * @param y where the products go
   * @param yo first element of token 0
   * @param yStride elements from one product to the next
   */
  void multiply(
      WeightType type,
      MemorySegment weights,
      long at,
      int rowFrom,
      int rowTo,
      int cols,
      float[] x,
      int xo,
      int tokens,
      int xStride,
      float[] y,
      int yo,
      int yStride);
}
