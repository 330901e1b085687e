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
   * As {@link #crumbs} or {@link #crumbsWide} for channels in groups with weights of their own, of
   * either sign. Entries have 7 bits a token, or 10: L is 63 or 511. Wider codes on a uniform grid
   * are multiplied, by {@link UniformKernels}.
   *
   * @param wide whether entries have 10 bits
   * @param codes the block
   * @param at its first byte
   * @param rows rows of 64 channels a unit
   * @param group channels of a group, a multiple of 32
   * @param book 4 levels four times, greatest magnitude 1
   * @param f weights, their magnitudes, and room to work
   * @param weights the first of 64 weights of each group
   * @param greatest for every group, two floats on, the greatest magnitude of its weights, 0 for
   *     none
   * @param work {@link #WORK} floats a row, overwritten
   * @param unit what a level of 1 is worth
   * @param sums receives {@code 64 * rows} additions
   * @param so the first
   */
  void crumbGroups(
      boolean wide,
      MemorySegment codes,
      long at,
      int rows,
      int group,
      float[] book,
      float[] f,
      int weights,
      int greatest,
      int work,
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
