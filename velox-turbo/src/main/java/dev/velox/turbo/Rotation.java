package dev.velox.turbo;

import java.lang.foreign.MemorySegment;

/**
 * An orthogonal map with determinant one, drawn once for a layer and role. Immutable.
 *
 * <p>The sign of the determinant follows the seed document; a reflection would code exactly as
 * well.
 */
sealed interface Rotation permits HadamardRotation, QrRotation {

  /** Bytes of the matrix a track stores for it; 0 for none. */
  long tableBytes();

  /** Draws the matrix, if it has one. */
  void fill(MemorySegment table);

  /** Floats of working memory the calls below need for so many rows. */
  int workFloats(int rows);

  /**
   * Rotates rows in place, with the same bits on every path.
   *
   * @param table the stored matrix, or any segment where there is none
   * @param rows the rows
   * @param ro first element of row 0
   * @param stride elements from one row to the next
   * @param count number of rows
   * @param work working memory
   * @param wo its first element
   */
  void forward(
      MemorySegment table, float[] rows, int ro, int stride, int count, float[] work, int wo);

  /** Rotates rows back in place; parameters as for {@link #forward}. */
  void backward(
      MemorySegment table, float[] rows, int ro, int stride, int count, float[] work, int wo);
}
