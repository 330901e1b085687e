package dev.velox.kernels.layout;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.PackedKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Attention in float on packed codes of 4, 3 and 2 bits: codes are looked up where they lie, a
 * block at a time.
 */
final class PackedScan {
  /** Floats that a call works on, beside sums. */
  static final int WORK = PackedKernels.WORK;

  private static final PackedKernels PACKED = Kernels.active().packed();
  private static final boolean FAST = Kernels.active().tablesAreFast();
  private static final int PLACES = PackedKernels.PLACES;

  private PackedScan() {}

  /** Whether blocks of keys can be scored so: channels must fill the rows they share. */
  static boolean servesKeys(CodeLayout layout) {
    boolean rows =
        layout instanceof KeyNibbles || layout instanceof KeyTriples || layout instanceof KeyCrumbs;
    return FAST && rows && layout.dim() % PackedKernels.together(layout.bits()) == 0;
  }

  /** Whether blocks of values can be summed so: heads of a multiple of 64 channels. */
  static boolean servesValues(CodeLayout layout) {
    boolean rows =
        layout instanceof ValueNibbles
            || layout instanceof ValueTriples
            || layout instanceof ValueCrumbs;
    return FAST && rows && layout.dim() % PLACES == 0;
  }

  /** Bytes of the rows that units share. */
  private static long rowBytes(int bits) {
    return bits == 3 ? 3L * PLACES : PLACES;
  }

  /**
   * Writes 64 scores of a query with some channels.
   *
   * @param bits width of a code
   * @param codes memory of the codes
   * @param at first byte of the channels' rows
   * @param channels how many
   * @param levels one table of levels for all channels, or one a channel
   * @param lo the first level of channel 0
   * @param levelStride elements from one channel's table to the next, 0 for one table
   * @param f holds the query
   * @param q its first channel
   * @param work {@link #WORK} floats of it
   * @param scores where of it the scores go
   */
  static void score(
      int bits,
      MemorySegment codes,
      long at,
      int channels,
      float[] levels,
      int lo,
      int levelStride,
      float[] f,
      int q,
      int work,
      int scores) {
    Arrays.fill(f, scores, scores + PLACES, 0f);
    long stride = rowBytes(bits);
    PACKED.sumLevels(
        bits, codes, at, stride, channels, levels, lo, levelStride, f, q, q, work, f, scores);
  }

  /**
   * Adds weighted tokens of a block to a sum of 64 channels.
   *
   * @param bits width of a code
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param row which 64 channels
   * @param rows 64s of channels
   * @param levels one table of levels
   * @param lo the first
   * @param f holds the weights, 64 for each half of the channels, and the sum
   * @param first the first weight of the lower 32 channels
   * @param second the first weight of the upper 32 channels
   * @param work {@link #WORK} floats of it
   * @param sums the first of 64 sums
   */
  static void add(
      int bits,
      MemorySegment codes,
      long at,
      int row,
      int rows,
      float[] levels,
      int lo,
      float[] f,
      int first,
      int second,
      int work,
      int sums) {
    long bytes = rowBytes(bits);
    PACKED.sumLevels(
        bits,
        codes,
        at + row * bytes,
        rows * bytes,
        CodeLayout.TOKENS,
        levels,
        lo,
        0,
        f,
        first,
        second,
        work,
        f,
        sums);
  }
}
