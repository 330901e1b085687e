package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/**
 * What numbers kept apart from their codes add to the scores of a block of 64 tokens, for one
 * query.
 *
 * <p>They come in rounds, so that no token has two in one round and a round is a vector spread by a
 * mask; no product is rounded twice, so every path gives the same bits.
 */
public interface OutlierKernels {
  /** Tokens of a block, and bits of a mask. */
  int TOKENS = 64;

  /** Floats behind the numbers of {@link #spread} that may be read. */
  int SLACK = 16;

  /**
   * Products of a query with what numbers differ from those of their channel: {@code out[i] = q[c]
   * * (x[i] - zeros[c])}, where c is the channel of number i.
   *
   * @param channels one byte a number
   * @param at the first
   * @param n how many numbers
   * @param x the numbers
   * @param xo the first
   * @param q the query, {@code dim} floats rounded up to a multiple of 32
   * @param qo its first channel
   * @param zeros one a channel, as many as of the query
   * @param zo that of channel 0
   * @param dim channels, at most 256
   * @param out receives the products
   * @param o the first
   */
  void products(
      MemorySegment channels,
      long at,
      int n,
      float[] x,
      int xo,
      float[] q,
      int qo,
      float[] zeros,
      int zo,
      int dim,
      float[] out,
      int o);

  /**
   * Adds numbers to scores, the next one to each token that a mask names, from token 0 on, mask
   * after mask.
   *
   * @param masks 8 bytes each, bit t for token t
   * @param at the first
   * @param rounds how many masks
   * @param x the numbers, as many as bits, and {@link #SLACK} more floats
   * @param xo the first
   * @param scores 64 sums
   * @param so the first
   * @return how many numbers were added
   */
  int spread(MemorySegment masks, long at, int rounds, float[] x, int xo, float[] scores, int so);
}
