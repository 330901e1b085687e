package dev.velox.kernels.layout;

import dev.velox.kernels.CodebookKernels;
import dev.velox.kernels.Kernels;

/**
 * Weighted sums of codes in fp32 under one table of levels, a register wide: codes are looked up
 * where they are added. Immutable.
 */
public final class LevelScan {
  /**
   * Queries from which on it is cheaper to turn codes into floats once for all. Sums are the same
   * to the bit.
   */
  public static final int MANY = 4;

  private static final CodebookKernels BOOKS = Kernels.active().codebook();
  private static final int CHANNELS = 64;
  private static final int WIDEST = 4;

  private LevelScan() {}

  /**
   * Whether codes can be summed so.
   *
   * @param layout of values
   * @return true for heads of a multiple of 64 channels of at most 4 bits, where look-ups in
   *     registers are fast
   */
  public static boolean serves(CodeLayout layout) {
    return Kernels.active().lookUpsAreFast()
        && layout.bits() <= WIDEST
        && layout.dim() % CHANNELS == 0;
  }

  /**
   * Adds weighted tokens to the sum of one query.
   *
   * @param layout the codes' width and channels, {@link #serves served}
   * @param codes unpacked codes {@code [count][dim]}, from element 0
   * @param count tokens
   * @param levels one table of levels
   * @param lo the first
   * @param weights one a token
   * @param wo the first
   * @param sums one a channel
   * @param so the first
   */
  public static void add(
      CodeLayout layout,
      byte[] codes,
      int count,
      float[] levels,
      int lo,
      float[] weights,
      int wo,
      float[] sums,
      int so) {
    int dim = layout.dim();
    for (int c = 0; c < dim; c += CHANNELS) {
      BOOKS.sumLevels(codes, c, count, dim, layout.bits(), levels, lo, weights, wo, sums, so + c);
    }
  }
}
