package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/**
 * Sums of packed codes as levels, in float: what {@code precision=exact} attends with. A block is
 * units of 64 codes: channels of keys, or tokens of values, 64 channels of them. Codes lie as
 * {@link KeyTableKernels} and {@link ValueTableKernels} say, so that byte {@code 2i} of a row
 * belongs to place i and byte {@code 2i + 1} to place {@code 32 + i}.
 */
public interface PackedKernels {
  /** Codes of a unit. */
  int PLACES = 64;

  /** Floats that {@link #sumLevels} works on. */
  int WORK = 64;

  /**
   * Units that share rows of 64 bytes.
   *
   * @param bits 4, 3 or 2
   * @return two a row, eight in three rows, or four a row
   */
  static int together(int bits) {
    return bits == 3 ? 8 : 8 / bits;
  }

  /**
   * Adds {@code sum_u weight_u level_u[code(u, i)]} to 64 places: one {@link Math#fma} a unit, in
   * order, from 0; at 3 bits the last two of each eight units after all others. Places 0 to 31 and
   * 32 to 63 have weights of their own.
   *
   * @param bits 4, 3 or 2
   * @param codes the block
   * @param at first byte of the row in the first units
   * @param stride bytes from there to the same row of the next units that share rows
   * @param units how many, a multiple of {@link #together}
   * @param levels {@code 2^bits} levels, one table for all units or one a unit; faster where 16
   *     floats can be read from each table's first
   * @param lo the first level of unit 0
   * @param levelStride floats from one unit's table to the next, 0 for one table
   * @param f weights, and room to work
   * @param first the first weight of the lower places
   * @param second the first weight of the upper places
   * @param work {@link #WORK} floats, overwritten
   * @param sums added to
   * @param so the first
   */
  void sumLevels(
      int bits,
      MemorySegment codes,
      long at,
      long stride,
      int units,
      float[] levels,
      int lo,
      int levelStride,
      float[] f,
      int first,
      int second,
      int work,
      float[] sums,
      int so);
}
