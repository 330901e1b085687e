package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/**
 * Weighted sums of packed values by tables made in registers: one query's weights over one sealed
 * block of 64 tokens, with a codebook that all tokens share.
 *
 * <p>An entry is a token's weight times a level, rounded to an integer that is exact in every sum,
 * so every path gives the same bits. Codes lie in units of tokens, and in each unit in rows of 64
 * channels: byte {@code 2i} of a row belongs to channel i of its 64 and byte {@code 2i + 1} to
 * channel {@code 32 + i}. What is added to channel c is {@code fma(sum, u, -B u)} with {@code u =
 * max * unit / L}: L is 63 (nibbles), 31 (triples, crumbs) or 511 (wide), B the sum of all biases.
 *
 * <p>{@code weights} holds 64 numbers of 0 to {@code max}, and 12 more that are not used but read.
 */
public interface ValueTableKernels {
  /** Tokens of a block. */
  int TOKENS = 64;

  /** Channels of a row. */
  int CHANNELS = 64;

  /** Floats behind the weights that a kernel may read. */
  int SLACK = 12;

  /** Floats a kernel leaves sums of 16 bits in. */
  int WORK = 64;

  /**
   * As {@link #crumbsWide} for the 64 channels of one row, each half of them with weights of its
   * own: channels 0 to 31, and 32 to 63. Weights may have either sign. Wider codes on a uniform
   * grid are multiplied, by {@link UniformKernels}.
   *
   * @param codes the block
   * @param at first byte of the row in the first unit
   * @param groups rows a unit
   * @param book 4 levels four times, greatest magnitude 1
   * @param weights one a token and half
   * @param first those of the first half
   * @param second those of the second half
   * @param work {@link #WORK} floats among the weights, overwritten
   * @param firstMax greatest magnitude of the first half's weights, 0 for none
   * @param secondMax greatest magnitude of the second half's weights, 0 for none
   * @param unit what a level of 1 is worth
   * @param sums receives 64 additions
   * @param so the first
   */
  void crumbHalves(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      float[] weights,
      int first,
      int second,
      int work,
      float firstMax,
      float secondMax,
      float unit,
      float[] sums,
      int so);

  /**
   * 4 bits: a unit is two tokens; byte = code of the first | code of the second &lt;&lt; 4. Entries
   * of 7 bits.
   *
   * @param codes the block
   * @param at its first byte
   * @param groups rows a unit: channels / 64
   * @param book 16 levels, greatest magnitude 1
   * @param bo the first
   * @param weights one a token
   * @param wo the first
   * @param work {@link #WORK} floats among the weights, overwritten
   * @param max the greatest weight, above 0
   * @param unit what a level of 1 is worth
   * @param sums receives {@code 64 * groups} additions
   * @param so the first
   */
  void nibbles(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so);

  /**
   * As {@link #nibbles}, entries of 10 bits.
   *
   * @param codes the block
   * @param at its first byte
   * @param groups rows a unit
   * @param book 16 levels, greatest magnitude 1
   * @param bo the first
   * @param weights one a token
   * @param wo the first
   * @param work {@link #WORK} floats among the weights, overwritten
   * @param max the greatest weight, above 0
   * @param unit what a level of 1 is worth
   * @param sums receives {@code 64 * groups} additions
   * @param so the first
   */
  void nibblesWide(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so);

  /**
   * 3 bits: a unit is eight tokens in three rows a group. The low six bits of the rows are tokens
   * (0,1), (2,3), (4,5), first | second &lt;&lt; 3; their top two bits together are (6,7). Entries
   * of 6 bits a token.
   *
   * @param codes the block
   * @param at its first byte
   * @param groups triplets of rows a unit
   * @param book 8 levels twice, greatest magnitude 1
   * @param bo the first
   * @param weights one a token
   * @param wo the first
   * @param work {@link #WORK} floats among the weights, overwritten
   * @param max the greatest weight, above 0
   * @param unit what a level of 1 is worth
   * @param sums receives {@code 64 * groups} additions
   * @param so the first
   */
  void triples(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so);

  /**
   * As {@link #triples}, entries of 10 bits a token.
   *
   * @param codes the block
   * @param at its first byte
   * @param groups triplets of rows a unit
   * @param book 8 levels twice, greatest magnitude 1
   * @param bo the first
   * @param weights one a token
   * @param wo the first
   * @param work {@link #WORK} floats among the weights, overwritten
   * @param max the greatest weight, above 0
   * @param unit what a level of 1 is worth
   * @param sums receives {@code 64 * groups} additions
   * @param so the first
   */
  void triplesWide(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so);

  /**
   * 2 bits: a unit is four tokens; the low nibble is tokens (0,1), first | second &lt;&lt; 2, the
   * high nibble (2,3). Entries of 6 bits a token.
   *
   * @param codes the block
   * @param at its first byte
   * @param groups rows a unit
   * @param book 4 levels four times, greatest magnitude 1
   * @param bo the first
   * @param weights one a token
   * @param wo the first
   * @param work {@link #WORK} floats among the weights, overwritten
   * @param max the greatest weight, above 0
   * @param unit what a level of 1 is worth
   * @param sums receives {@code 64 * groups} additions
   * @param so the first
   */
  void crumbs(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so);

  /**
   * As {@link #crumbs}, entries of 10 bits a token.
   *
   * @param codes the block
   * @param at its first byte
   * @param groups rows a unit
   * @param book 4 levels four times, greatest magnitude 1
   * @param bo the first
   * @param weights one a token
   * @param wo the first
   * @param work {@link #WORK} floats among the weights, overwritten
   * @param max the greatest weight, above 0
   * @param unit what a level of 1 is worth
   * @param sums receives {@code 64 * groups} additions
   * @param so the first
   */
  void crumbsWide(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so);
}
