package dev.velox.kernels;

/**
 * Uniform codes of groups: extremes, rounding to codes, and back.
 *
 * <p>A group is coded by a zero point and a scale, both finite, scale at least 0: {@code code =
 * clamp(rint((x - zero) / scale), 0, maxCode)}, by true division, ties to even, and {@code x' =
 * fma(scale, code, zero)}. With scale 0 every code is 0. Inputs must not be NaN. All results have
 * the same bits on every path. Codes are unsigned bytes.
 */
public interface GroupKernels {

  /**
   * The extremes of a run: {@code out[0]} the least, {@code out[1]} the greatest. An empty run
   * gives +infinity and -infinity; a zero comes out as +0.
   *
   * @param x the numbers
   * @param o their first element
   * @param n number of elements
   * @param out two floats
   */
  void minMax(float[] x, int o, int n, float[] out);

  /**
   * The extremes of each column of a block of {@code count} rows: {@code min[mo + c]} and {@code
   * max[xo + c]}, a zero as +0.
   *
   * @param rows the rows
   * @param ro first element of row 0
   * @param rowStride elements from one row to the next
   * @param count number of rows
   * @param dim elements a row
   * @param min the least of each column
   * @param mo first element of the least
   * @param max the greatest of each column
   * @param xo first element of the greatest
   */
  void minMaxColumns(
      float[] rows,
      int ro,
      int rowStride,
      int count,
      int dim,
      float[] min,
      int mo,
      float[] max,
      int xo);

  /**
   * Codes of a run under one zero point and scale.
   *
   * @param x the numbers
   * @param o their first element
   * @param n how many
   * @param zero the zero point
   * @param scale the scale, at least 0
   * @param maxCode the greatest code, at most 255
   * @param codes the codes
   * @param co first code
   */
  void encode(float[] x, int o, int n, float zero, float scale, int maxCode, byte[] codes, int co);

  /**
   * Codes of a block under one zero point and scale a channel, transposed: {@code codes[co + c *
   * count + r]} is the code of row {@code r}, channel {@code c}.
   *
   * @param rows the rows
   * @param ro first element of row 0
   * @param rowStride elements from one row to the next
   * @param count number of rows
   * @param dim number of channels
   * @param zero zero points, one a channel
   * @param zo first zero point
   * @param scale scales, one a channel
   * @param so first scale
   * @param maxCode the greatest code, at most 255
   * @param codes the codes
   * @param co first code
   */
  void encodeColumns(
      float[] rows,
      int ro,
      int rowStride,
      int count,
      int dim,
      float[] zero,
      int zo,
      float[] scale,
      int so,
      int maxCode,
      byte[] codes,
      int co);

  /**
   * The numbers a run of codes stands for.
   *
   * @param codes the codes
   * @param co first code
   * @param n how many
   * @param zero the zero point
   * @param scale the scale, at least 0
   * @param x where the numbers go
   * @param o their first element
   */
  void decode(byte[] codes, int co, int n, float zero, float scale, float[] x, int o);

  /**
   * The numbers a transposed block of codes stands for: the inverse of {@link #encodeColumns}.
   *
   * @param codes the codes
   * @param co first code
   * @param count number of rows
   * @param dim number of channels
   * @param zero zero points, one a channel
   * @param zo first zero point
   * @param scale scales, one a channel
   * @param so first scale
   * @param rows the rows
   * @param ro first element of row 0
   * @param rowStride elements from one row to the next
   */
  void decodeColumns(
      byte[] codes,
      int co,
      int count,
      int dim,
      float[] zero,
      int zo,
      float[] scale,
      int so,
      float[] rows,
      int ro,
      int rowStride);

  /**
   * Multiplies rows by the scale of each group of their elements: {@code rows[ro + r * dim + c] *=
   * scales[so + r * groups + c / group]}, {@code groups = ceil(dim / group)}; the last group of a
   * row may be short.
   *
   * @param rows the rows, such as codes as floats, changed in place
   * @param ro first element of row 0
   * @param count number of rows
   * @param dim elements a row
   * @param group elements a group
   * @param scales the scales, {@code groups} a row
   * @param so first scale
   */
  void scaleGroups(float[] rows, int ro, int count, int dim, int group, float[] scales, int so);
}
