package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/**
 * Arithmetic on rows of numbers: dots, sums, storage as f32, f16 and bf16, and attention over rows.
 *
 * <p>Rows in memory are native segments, little-endian, packed without gaps; {@code at} is a byte
 * offset. Rows on the heap are arrays with an offset in floats. {@code score} calls set {@code
 * scores[so + j * stride + r] = dot(query j, row r)}; {@code accumulate} calls add {@code weight(j,
 * r) * row r} to the sum of query {@code j}. Each converts a row once for several queries. Rows
 * must hold finite numbers.
 */
public interface RowKernels extends StorageKernels {

  /**
   * The scalar product of two vectors, summed with {@link Math#fma} over 16 virtual lanes (element
   * i goes to lane i mod 16) and a fixed tree (l + 8, l + 4, l + 2, l + 1): the same bits on every
   * path.
   *
   * @param a first vector
   * @param ao its first element
   * @param b second vector
   * @param bo its first element
   * @param n number of elements
   * @return the dot product
   */
  float dot(float[] a, int ao, float[] b, int bo, int n);

  /**
   * Adds {@code s * x} to {@code y}, one {@link Math#fma} an element.
   *
   * @param s the factor
   * @param x what is added, times the factor
   * @param xo their first element
   * @param y the sums, changed in place
   * @param yo their first element
   * @param n number of elements
   */
  void axpy(float s, float[] x, int xo, float[] y, int yo, int n);

  /**
   * Multiplies {@code x} by {@code s} in place.
   *
   * @param s the factor
   * @param x the numbers
   * @param xo their first element
   * @param n number of elements
   */
  void scale(float s, float[] x, int xo, int n);

  /**
   * Subtracts one row from many: {@code rows[ro + r * rowStride + c] -= row[o + c]} for each of
   * {@code count} rows and {@code dim} elements.
   *
   * @param row the row to subtract
   * @param o its first element
   * @param dim elements a row
   * @param rows the rows
   * @param ro first element of row 0
   * @param rowStride elements from one row to the next
   * @param count number of rows
   */
  void subtractRow(float[] row, int o, int dim, float[] rows, int ro, int rowStride, int count);

  /**
   * Finds the first NaN or infinity.
   *
   * @param x the numbers
   * @param o their first element
   * @param n number of elements
   * @return its index counted from {@code o}, or -1 when all are finite
   */
  int firstNonFinite(float[] x, int o, int n);

  /**
   * Tells whether every element is finite.
   *
   * @param x the numbers
   * @param o their first element
   * @param n number of elements
   * @return true when none is NaN or infinite
   */
  default boolean allFinite(float[] x, int o, int n) {
    return firstNonFinite(x, o, n) < 0;
  }

  /**
   * Scores rows of f32 in memory.
   *
   * @param rows the rows
   * @param at byte offset of row 0
   * @param count number of rows
   * @param dim elements a row
   * @param q the queries
   * @param qo first element of query 0
   * @param queries number of queries
   * @param qStride elements from one query to the next
   * @param scores where the scores go
   * @param so first score of query 0
   * @param stride elements from one query's scores to the next
   */
  void scoreRowsF32(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] q,
      int qo,
      int queries,
      int qStride,
      float[] scores,
      int so,
      int stride);

  /**
   * Scores rows of f16 in memory.
   *
   * @param rows the rows
   * @param at byte offset of row 0
   * @param count number of rows
   * @param dim elements a row
   * @param q the queries
   * @param qo first element of query 0
   * @param queries number of queries
   * @param qStride elements from one query to the next
   * @param scores where the scores go
   * @param so first score of query 0
   * @param stride elements from one query's scores to the next
   */
  void scoreRowsF16(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] q,
      int qo,
      int queries,
      int qStride,
      float[] scores,
      int so,
      int stride);

  /**
   * Scores rows on the heap, such as a decoded block under many queries. Row {@code r} starts at
   * {@code ro + r * dim}.
   *
   * @param rows the rows
   * @param ro first element of row 0
   * @param count number of rows
   * @param dim elements a row
   * @param q the queries
   * @param qo first element of query 0
   * @param queries number of queries
   * @param qStride elements from one query to the next
   * @param scores where the scores go
   * @param so first score of query 0
   * @param stride elements from one query's scores to the next
   */
  void scoreRows(
      float[] rows,
      int ro,
      int count,
      int dim,
      float[] q,
      int qo,
      int queries,
      int qStride,
      float[] scores,
      int so,
      int stride);

  /**
   * Adds weighted rows of f32 in memory: {@code sums[o + j * sumStride + c] += w[wo + j * stride +
   * r] * row r [c]}.
   *
   * @param rows the rows
   * @param at byte offset of row 0
   * @param count number of rows
   * @param dim elements a row
   * @param w the weights, one a query and row
   * @param wo first weight of query 0
   * @param queries number of queries
   * @param stride elements from one query's weights to the next
   * @param sums the sums, one a query
   * @param o first element of the sum of query 0
   * @param sumStride elements from one sum to the next
   */
  void accumulateRowsF32(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] w,
      int wo,
      int queries,
      int stride,
      float[] sums,
      int o,
      int sumStride);

  /**
   * Adds weighted rows of f16 in memory, as {@link #accumulateRowsF32}.
   *
   * @param rows the rows
   * @param at byte offset of row 0
   * @param count number of rows
   * @param dim elements a row
   * @param w the weights, one a query and row
   * @param wo first weight of query 0
   * @param queries number of queries
   * @param stride elements from one query's weights to the next
   * @param sums the sums, one a query
   * @param o first element of the sum of query 0
   * @param sumStride elements from one sum to the next
   */
  void accumulateRowsF16(
      MemorySegment rows,
      long at,
      int count,
      int dim,
      float[] w,
      int wo,
      int queries,
      int stride,
      float[] sums,
      int o,
      int sumStride);

  /**
   * Adds weighted rows on the heap, as {@link #accumulateRowsF32}.
   *
   * @param rows the rows
   * @param ro first element of row 0
   * @param count number of rows
   * @param dim elements a row
   * @param w the weights, one a query and row
   * @param wo first weight of query 0
   * @param queries number of queries
   * @param stride elements from one query's weights to the next
   * @param sums the sums, one a query
   * @param o first element of the sum of query 0
   * @param sumStride elements from one sum to the next
   */
  void accumulateRows(
      float[] rows,
      int ro,
      int count,
      int dim,
      float[] w,
      int wo,
      int queries,
      int stride,
      float[] sums,
      int o,
      int sumStride);
}
