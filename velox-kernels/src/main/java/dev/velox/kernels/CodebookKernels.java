package dev.velox.kernels;

/**
 * Codes of non-uniform levels: nearest level of a number, and level of a code. Codes are unsigned
 * bytes. All results have the same bits on every path.
 */
public interface CodebookKernels {

  /**
   * The boundaries between levels: halfway, rounded to float.
   *
   * @param levels ascending levels
   * @return one number less than levels
   */
  static float[] bounds(float[] levels) {
    float[] bounds = new float[levels.length - 1];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = (float) (((double) levels[i] + levels[i + 1]) / 2);
    }
    return bounds;
  }

  /**
   * The cell of each number: how many boundaries, each times the divisor and rounded, lie below it.
   * A number on a boundary belongs to the lower cell. Inputs must be finite, the divisor finite and
   * above 0.
   *
   * @param x the numbers
   * @param xo their first element
   * @param n how many
   * @param divisor size of a number that counts as 1
   * @param bounds {@code 2^bits - 1} ascending boundaries
   * @param bo the first boundary
   * @param bits width of a code, 1 to 8
   * @param codes the codes
   * @param co first code
   */
  void nearest(
      float[] x,
      int xo,
      int n,
      float divisor,
      float[] bounds,
      int bo,
      int bits,
      byte[] codes,
      int co);

  /**
   * Codes of a row as {@link #nearest} gives them, and what its scale is made of: {@code work[wo]}
   * is {@link RowKernels#dot} of the numbers with the levels of their codes, {@code work[wo + 1]}
   * that of those levels with themselves.
   *
   * @param x the numbers
   * @param xo their first element
   * @param n how many
   * @param divisor size of a number that counts as 1
   * @param bounds {@code 2^bits - 1} ascending boundaries
   * @param levels {@code 2^bits} levels
   * @param bits width of a code, 1 to 8
   * @param codes the codes
   * @param co first code
   * @param work receives two numbers; {@code n} more behind them may be written
   * @param wo the first
   */
  void encode(
      float[] x,
      int xo,
      int n,
      float divisor,
      float[] bounds,
      float[] levels,
      int bits,
      byte[] codes,
      int co,
      float[] work,
      int wo);

  /**
   * The levels of codes: {@code out[o + r * dim + c] = levels[lo + c * levelStride + code]}.
   *
   * @param codes the codes {@code [count][dim]}
   * @param co first code
   * @param count number of rows
   * @param dim codes a row
   * @param bits width of a code, 1 to 8
   * @param levels one table of {@code 2^bits} levels for all channels, or one a channel
   * @param lo the first level of channel 0
   * @param levelStride elements from one channel's table to the next; 0 for one table
   * @param out where the numbers go
   * @param o their first element
   */
  void levels(
      byte[] codes,
      int co,
      int count,
      int dim,
      int bits,
      float[] levels,
      int lo,
      int levelStride,
      float[] out,
      int o);

  /**
   * Adds what eight channels give to the scores of 64 tokens: {@code scores[so + t] += sum_c q[qo +
   * c] * levels[lo + c * levelStride + codes[co + 64 c + t]]}, channel after channel, each product
   * rounded before it is added.
   *
   * @param codes the codes {@code [8][64]}
   * @param co first code
   * @param bits width of a code, 1 to 4
   * @param q the query
   * @param qo its first channel here
   * @param levels one table of {@code 2^bits} levels for all channels, or one a channel
   * @param lo the first level of the first channel
   * @param levelStride elements from one channel's table to the next; 0 for one table
   * @param scores 64 sums
   * @param so the first
   */
  void scoreColumns(
      byte[] codes,
      int co,
      int bits,
      float[] q,
      int qo,
      float[] levels,
      int lo,
      int levelStride,
      float[] scores,
      int so);

  /**
   * Adds weighted tokens to the sums of 64 channels: {@code sums[so + c] += weights[wo + t] *
   * levels[lo + codes[co + t * stride + c]]}, token after token, one {@link Math#fma} each.
   *
   * @param codes the codes
   * @param co first code
   * @param count tokens
   * @param stride codes from one token to the next
   * @param bits width of a code, 1 to 4
   * @param levels {@code 2^bits} levels
   * @param lo the first
   * @param weights one a token
   * @param wo the first
   * @param sums 64 sums
   * @param so the first
   */
  void sumLevels(
      byte[] codes,
      int co,
      int count,
      int stride,
      int bits,
      float[] levels,
      int lo,
      float[] weights,
      int wo,
      float[] sums,
      int so);
}
