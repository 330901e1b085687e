package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/**
 * Scores of packed keys by byte tables: one query against sealed blocks of 64 tokens.
 *
 * <p>Fast scan (André, Kermarrec, Le Scouarnec 2015, section 4) on channel-major codes: the product
 * of a query channel with each of its levels is a table of small integers, one look-up serves 64
 * tokens, and sums are integers, so every path gives the same bits. A row is 64 bytes; byte {@code
 * 2i} belongs to token i and byte {@code 2i + 1} to token {@code 32 + i}. A score is {@code
 * fma(sum, step, bias)}.
 *
 * <p>Tables are 64 bytes: 64 entries, or 16 entries of each nibble of a row, twice. Twice, because
 * a look-up then needs no more than to set or clear the bit that tells them apart; and not four
 * times, because tables should leave room in the nearest cache for codes.
 */
public interface KeyTableKernels {
  /** Tokens of a block, and bytes of a row. */
  int TOKENS = 64;

  /** Most rows of one call of {@link #nibbles}: 128 rows of two 8-bit entries fill 16 bits. */
  int MAX_ROWS = 128;

  /**
   * Rows of two nibbles, entries of 8 bits.
   *
   * @param codes blocks one after the other
   * @param at first byte of the first block
   * @param blocks how many
   * @param rows rows of a block, at most {@link #MAX_ROWS}
   * @param tables 64 bytes a row: entries of the low nibble twice, of the high one twice
   * @param to first byte of row 0's tables
   * @param step what one unit of the sum is worth
   * @param bias added to every score
   * @param scores receives 64 scores a block
   * @param so first score
   */
  void nibbles(
      MemorySegment codes,
      long at,
      int blocks,
      int rows,
      MemorySegment tables,
      long to,
      float step,
      float bias,
      float[] scores,
      int so);

  /**
   * Rows of two nibbles, entries of 14 bits in two halves of 7.
   *
   * @param codes blocks one after the other
   * @param at first byte of the first block
   * @param blocks how many
   * @param rows rows of a block, at most {@link #MAX_ROWS}
   * @param tables 128 bytes a row: as of {@link #nibbles} upper halves, then lower ones
   * @param to first byte of row 0's tables
   * @param step what one unit of the sum is worth
   * @param bias added to every score
   * @param scores receives 64 scores a block
   * @param so first score
   */
  void nibblesWide(
      MemorySegment codes,
      long at,
      int blocks,
      int rows,
      MemorySegment tables,
      long to,
      float step,
      float bias,
      float[] scores,
      int so);

  /**
   * Triplets of rows of four 6-bit indexes, entries of 7 bits: the low six bits of each row are
   * indexes 0 to 2, their top two bits together are index 3.
   *
   * @param codes blocks one after the other
   * @param at first byte of the first block
   * @param blocks how many
   * @param triplets triplets of a block, at most 64
   * @param tables 256 bytes a triplet, one table of 64 entries an index
   * @param to first byte of triplet 0's tables
   * @param step what one unit of the sum is worth
   * @param bias added to every score
   * @param scores receives 64 scores a block
   * @param so first score
   */
  void sixes(
      MemorySegment codes,
      long at,
      int blocks,
      int triplets,
      MemorySegment tables,
      long to,
      float step,
      float bias,
      float[] scores,
      int so);

  /**
   * Triplets as in {@link #sixes}, entries of 14 bits in two halves of 7.
   *
   * @param codes blocks one after the other
   * @param at first byte of the first block
   * @param blocks how many
   * @param triplets triplets of a block, at most 64
   * @param tables 512 bytes a triplet: four upper halves, then four lower ones
   * @param to first byte of triplet 0's tables
   * @param step what one unit of the sum is worth
   * @param bias added to every score
   * @param scores receives 64 scores a block
   * @param so first score
   */
  void sixesWide(
      MemorySegment codes,
      long at,
      int blocks,
      int triplets,
      MemorySegment tables,
      long to,
      float step,
      float bias,
      float[] scores,
      int so);

  /**
   * Builds the tables of one query: a whole number of steps for each product of a channel with one
   * of its levels, above the channel's least product. At 4 bits an index is one channel; at 3 and 2
   * bits it is two, the first in the low bits.
   *
   * @param bits width of a code: 4, 3 or 2
   * @param wide whether entries have two halves of 7 bits
   * @param q the query
   * @param qo its first channel
   * @param dim channels; indexes beyond them get tables of zeros
   * @param indexes how many tables, a multiple of 2, at 3 bits of 4
   * @param levels ascending levels, {@code 2^bits} a channel; 16 floats can be read from each
   *     channel's first
   * @param lo the first level of channel 0
   * @param levelStride floats from channel to channel, 0 for one codebook for all
   * @param inverse steps in a product of 1
   * @param limit the greatest entry
   * @param tables receives the tables, laid out as the scans read them
   * @param to first byte
   */
  void fill(
      int bits,
      boolean wide,
      float[] q,
      int qo,
      int dim,
      int indexes,
      float[] levels,
      int lo,
      int levelStride,
      float inverse,
      int limit,
      MemorySegment tables,
      long to);

  /**
   * A block whose channels have tables in groups, and a step and a zero point a token and group:
   * {@code out[o + t] = sum_g step[g][t] part[g][t] + zero[g][t] sum[g]}, where {@code part} is
   * what the kernel of the width and entries gives for the rows of the group. One {@link Math#fma}
   * a product, groups in order, the zero point first.
   *
   * @param bits 4, 3 or 2
   * @param wide whether entries have 14 bits
   * @param codes the block
   * @param at its first byte
   * @param rows rows (3 bits: triplets of rows) of a group
   * @param lastRows those of the last group
   * @param groups how many
   * @param tables tables of one group after the other, {@code rows} each
   * @param to first byte
   * @param f what a unit is worth and a bias {@code [groups][2]}, a sum a group, steps and zero
   *     points {@code [groups][64]} each
   * @param steps the first step
   * @param zeros the first zero point
   * @param parts {@code [groups][64]} floats of {@code f} to work on
   * @param figures the first worth
   * @param sums the first sum
   * @param out receives 64 scores
   * @param o the first
   */
  void groups(
      int bits,
      boolean wide,
      MemorySegment codes,
      long at,
      int rows,
      int lastRows,
      int groups,
      MemorySegment tables,
      long to,
      float[] f,
      int steps,
      int zeros,
      int parts,
      int figures,
      int sums,
      float[] out,
      int o);
}
