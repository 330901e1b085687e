package dev.velox.kernels.layout;

import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.ValueTableKernels;

/**
 * Attention over coded blocks by tables of whole numbers, at the speed of memory: widths 4, 3 and
 * 2, a binary16 scale for each token.
 *
 * <p>Precision {@code balanced} takes keys of 4 and 3 bits through 14-bit entries, of 2 bits
 * through 8-bit ones, and values through 10-bit ones; {@code fast} takes keys through 8, 7 and 8
 * bits and values through 7, 6 and 6.
 *
 * <p>Scratch: {@link #workFloats} floats from {@code workAt}; keys {@link #workBytes} bytes of
 * {@link TrackScratch#tables}, kept from the tables' building to the last score.
 */
public final class TableScan {
  static final int TOKENS = CodeLayout.TOKENS;

  /** Blocks taken together: their scales are read in one go. */
  static final int TOGETHER = 32;

  /** A query's step and bias, and whether its entries have 14 bits. */
  static final int QUERY_FIGURES = 3;

  /** Where figures of queries lie, or the greatest weight of each block. */
  static final int FIGURES = TOGETHER * TOKENS + ValueTableKernels.SLACK;

  /** Where kernels work. */
  static final int WORK = FIGURES + Math.max(TOGETHER, QUERY_FIGURES * KvTrack.MAX_QUERIES);

  private TableScan() {}

  /**
   * Whether tables serve a layout in this process: they need 512-bit vectors, and sums that fit 16
   * bits.
   *
   * @param layout how codes lie
   * @param precision what the cache was opened with
   * @param role keys or values
   * @return false if the exact scan has to do
   */
  public static boolean serves(CodeLayout layout, Precision precision, Role role) {
    if (!Kernels.active().tablesAreFast() || precision == Precision.EXACT) {
      return false;
    }
    int bits = layout.bits();
    if (bits < 2 || bits > 4) {
      return false;
    }
    return role == Role.KEYS
        ? KeyTables.fit(layout.dim(), bits)
        : layout.dim() % ValueTableKernels.CHANNELS == 0;
  }

  /**
   * Floats of scratch.
   *
   * @return floats
   */
  public static int workFloats() {
    return WORK + ValueTableKernels.WORK;
  }

  /**
   * Bytes of scratch for the tables of keys.
   *
   * @param dim channels
   * @param bits width of a code
   * @return bytes, 0 where no tables serve
   */
  public static int workBytes(int dim, int bits) {
    return bits < 2 || bits > 4 ? 0 : KvTrack.MAX_QUERIES * KeyTables.bytes(dim, bits, true);
  }
}
