package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/**
 * Sums of codes on a uniform grid times weights that are whole numbers: one query over one sealed
 * block, 64 units of 64 codes. Units are tokens of values, or channels of keys that lie as values
 * do; codes lie as {@link ValueTableKernels} says, so that byte {@code 2i} of a row belongs to
 * place i and byte {@code 2i + 1} to place {@code 32 + i}.
 *
 * <p>All arithmetic between rounding a weight and the finished sum is in whole numbers, so every
 * path gives the same bits.
 */
public interface UniformKernels {
  /** Units of a block, and codes of a unit. */
  int UNITS = 64;

  /** The greatest weight: so that products of eight units fit 16 bits, at 4 bits and at 3. */
  int GREATEST = 255;

  /** Floats that {@link #add} works on for each row. */
  int WORK = 64;

  /** Below it weights are nothing: what a whole number is worth would have no inverse. */
  float NOTHING = 1e-30f;

  /**
   * Rounds 64 weights to whole numbers of {@code greatest / 255}, in place. Left in the bits of
   * each float, twice, are the 16 low bits of what {@link #add} multiplies by: {@code W_u} for even
   * units, {@code W_u - 2^bits W_(u-1)} for odd ones.
   *
   * @param bits 4 or 3
   * @param f the weights
   * @param o the first
   * @param greatest their greatest magnitude; if it is below {@link #NOTHING} all become 0
   * @return the sum of the whole numbers
   */
  int round(int bits, float[] f, int o, float greatest);

  /**
   * Adds {@code worth_g * sum_u W_u,g code(u, i) + zero_g} to places of a block, g being the group
   * of place i; one {@link Math#fma}, then one addition.
   *
   * @param bits 4 or 3
   * @param codes the block
   * @param at its first byte
   * @param rows rows of 64 places (3 bits: triplets of rows) that each two units (3 bits: eight)
   *     have
   * @param group places of a group, a multiple of 32
   * @param f weights, what they are worth, and room to work
   * @param weights the first of 64 weights of each group, as {@link #round} leaves them
   * @param worths the first of two numbers a group: what a whole number is worth, and what is added
   * @param work {@link #WORK} floats a row, overwritten
   * @param sums added to
   * @param so the first
   */
  void add(
      int bits,
      MemorySegment codes,
      long at,
      int rows,
      int group,
      float[] f,
      int weights,
      int worths,
      int work,
      float[] sums,
      int so);
}
