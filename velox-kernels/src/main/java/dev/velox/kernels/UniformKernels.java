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

  /** Floats that {@link #add} works on. */
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
   * Adds {@code worth * sum_u W_u code(u, i) + zero} to 64 places; one {@link Math#fma}, then one
   * addition. Places 0 to 31 and 32 to 63 have weights of their own.
   *
   * @param bits 4 or 3
   * @param codes the block
   * @param at first byte of the row in the first units
   * @param stride bytes from there to the same row of the next units: of two units at 4 bits, of
   *     eight at 3
   * @param f weights as {@link #round} leaves them, and room to work
   * @param first the first weight of the lower places
   * @param second the first weight of the upper places
   * @param work {@link #WORK} floats, overwritten
   * @param worth what a whole number is worth, lower places
   * @param zero added to the lower places
   * @param otherWorth what a whole number is worth, upper places
   * @param otherZero added to the upper places
   * @param sums added to
   * @param so the first
   */
  void add(
      int bits,
      MemorySegment codes,
      long at,
      long stride,
      float[] f,
      int first,
      int second,
      int work,
      float worth,
      float zero,
      float otherWorth,
      float otherZero,
      float[] sums,
      int so);
}
