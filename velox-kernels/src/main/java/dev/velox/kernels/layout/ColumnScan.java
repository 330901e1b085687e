package dev.velox.kernels.layout;

import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.CodebookKernels;
import dev.velox.kernels.Kernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Scores of whole blocks of keys in fp32, channel by channel as they lie: codes are looked up where
 * they are and never turned into rows. Immutable.
 */
public final class ColumnScan {
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final CodebookKernels BOOKS = Kernels.active().codebook();
  private static final int CHANNELS = 8;
  private static final int TOKENS = CodeLayout.TOKENS;

  private ColumnScan() {}

  /**
   * Whether blocks of a layout can be scored so.
   *
   * @param layout of keys
   * @return true for heads of a multiple of eight channels of 4, 3 or 2 bits, where look-ups in
   *     registers are fast
   */
  public static boolean serves(CodeLayout layout) {
    boolean rows =
        layout instanceof KeyNibbles || layout instanceof KeyTriples || layout instanceof KeyCrumbs;
    return Kernels.active().lookUpsAreFast() && rows && layout.dim() % CHANNELS == 0;
  }

  /**
   * Floats that {@link #score} gives at most, and what it works on behind them.
   *
   * @return floats
   */
  public static int floats() {
    return KvTrack.MAX_QUERIES * TOKENS + PackedScan.WORK;
  }

  /**
   * Scores without the tokens' scales.
   *
   * @param layout of keys, {@link #serves served}
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param levels one table of levels for all channels, or one a channel
   * @param lo the first level of channel 0
   * @param levelStride elements from one channel's table to the next, 0 for one table
   * @param queries how many
   * @param qo first float of query 0 in the scratch
   * @param qStride floats between queries
   * @param sums where in the scratch 64 scores a query go
   * @param scratch holds the queries; {@link CodeLayout#SLACK} bytes are worked on
   */
  public static void score(
      CodeLayout layout,
      MemorySegment codes,
      long at,
      float[] levels,
      int lo,
      int levelStride,
      int queries,
      int qo,
      int qStride,
      int sums,
      TrackScratch scratch) {
    int bits = layout.bits();
    byte[] bytes = scratch.bytes;
    float[] f = scratch.floats;
    if (PackedScan.servesKeys(layout)) {
      int work = sums + KvTrack.MAX_QUERIES * TOKENS;
      for (int j = 0; j < queries; j++) {
        int q = qo + j * qStride;
        int out = sums + j * TOKENS;
        PackedScan.score(bits, codes, at, layout.dim(), levels, lo, levelStride, f, q, work, out);
      }
      return;
    }
    Arrays.fill(f, sums, sums + queries * TOKENS, 0f);
    for (int c = 0; c < layout.dim(); c += CHANNELS) {
      CODES.columns(bits, codes, at + (long) c / CHANNELS * bits * TOKENS, bytes, 0);
      int table = lo + c * levelStride;
      for (int j = 0; j < queries; j++) {
        int q = qo + j * qStride + c;
        int out = sums + j * TOKENS;
        BOOKS.scoreColumns(bytes, 0, bits, f, q, levels, table, levelStride, f, out);
      }
    }
  }
}
