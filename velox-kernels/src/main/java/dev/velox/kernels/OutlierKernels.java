package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/**
 * What numbers kept apart from their codes add to the scores of a block of 64 tokens, or to sums of
 * values, for one query.
 *
 * <p>Those of scores come in rounds, so that no token has two in one round and a round is a vector
 * spread by a mask; no product is rounded twice, so every path gives the same bits.
 */
public interface OutlierKernels {
  /** Tokens of a block, and bits of a mask. */
  int TOKENS = 64;

  /** Rounds that have a mask: with 1.3 outliers a token nearly all of them. */
  int ROUNDS = 3;

  /** Floats behind the numbers of {@link #spread} that may be read. */
  int SLACK = 16;

  /**
   * Products of a query with what numbers differ from those of their channel: {@code out[i] = q[c]
   * * (x[i] - zeros[c])}, where c is the channel of number i.
   *
   * @param list channels, one byte a number, and numbers, f16
   * @param channels the first channel
   * @param numbers the first number
   * @param n how many numbers
   * @param q the query, {@code dim} floats rounded up to a multiple of 32
   * @param qo its first channel
   * @param zeros one a channel, as many as of the query
   * @param zo that of channel 0
   * @param dim channels, at most 256
   * @param out receives the products
   * @param o the first
   */
  void products(
      MemorySegment list,
      long channels,
      long numbers,
      int n,
      float[] q,
      int qo,
      float[] zeros,
      int zo,
      int dim,
      float[] out,
      int o);

  /**
   * Adds numbers to scores, the next one to each token that a mask names, from token 0 on, for each
   * of {@link #ROUNDS} masks.
   *
   * @param masks 8 bytes each, bit t for token t
   * @param at the first
   * @param x the numbers, as many as bits, and {@link #SLACK} more floats
   * @param xo the first
   * @param scores 64 sums
   * @param so the first
   * @return how many numbers were added
   */
  int spread(MemorySegment masks, long at, float[] x, int xo, float[] scores, int so);

  /**
   * What one number a token adds beyond its code: {@code out[o + i] = w_i x_i - out[o + i]},
   * rounded once.
   *
   * @param x f16, one a token
   * @param at byte of the first
   * @param n tokens
   * @param weights one a token
   * @param wo the first
   * @param out what codes add; receives the rest; weights may lie there too
   * @param o the first
   */
  void beyond(MemorySegment x, long at, int n, float[] weights, int wo, float[] out, int o);
}
