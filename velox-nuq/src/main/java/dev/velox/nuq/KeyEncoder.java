package dev.velox.nuq;

import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.CodebookKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.track.Block;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Codes blocks of keys against a table: the nearest level of each number, the lower one of two; 0
 * for outliers, which are stored beside.
 *
 * <p>Working floats: notes of the fit, one head's levels, thresholds, the bounds and numbers of one
 * channel. Working bytes: codes {@code [64][headDim]}, those of eight channels.
 */
final class KeyEncoder {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final CodebookKernels BOOKS = Kernels.active().codebook();
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final int BLOCK = KvTrack.BLOCK;

  /** Channels that are turned together. */
  private static final int COLUMNS = 8;

  private final KeyLayout layout;
  private final KeyOutliers outliers;
  private final @Nullable ThresholdKeys threshold;
  private final int dim;
  private final int levels;
  private final int levelsAt;
  private final int thresholdsAt;
  private final int boundsAt;
  private final int columnAt;

  KeyEncoder(KeyLayout layout) {
    this.layout = layout;
    this.outliers = layout.outliers();
    this.threshold = layout.threshold();
    this.dim = layout.headDim();
    this.levels = layout.levels();
    this.levelsAt = threshold == null ? 0 : threshold.noteFloats();
    this.thresholdsAt = levelsAt + dim * levels;
    this.boundsAt = thresholdsAt + (threshold == null ? 0 : dim);
    this.columnAt = boundsAt + levels - 1;
  }

  int floats() {
    return columnAt + BLOCK;
  }

  int bytes() {
    return BLOCK * dim + CodeLayout.SLACK;
  }

  /**
   * Codes one block of one head.
   *
   * @param rows floats {@code [block.rows()][headDim]}, clamped
   * @param table where the tables of all heads lie
   * @param work notes of the fit, and working memory
   * @param room where listed outliers go
   * @return outliers that found no room
   */
  int encode(
      Block block,
      int kvHead,
      float[] rows,
      int offset,
      MemorySegment table,
      TrackScratch work,
      ListedOutliers.Room room) {
    float[] f = work.floats;
    byte[] codes = work.bytes;
    int n = block.rows();
    ROWS.loadF16(table, layout.tableAt(kvHead), f, levelsAt, dim * levels);
    if (threshold != null) {
      ROWS.loadF16(table, layout.thresholdsAt(kvHead), f, thresholdsAt, dim);
    }
    long[] masks = new long[dim];
    Arrays.fill(codes, n * dim, BLOCK * dim, (byte) 0);
    for (int c = 0; c < dim; c++) {
      for (int t = 0; t < n; t++) {
        f[columnAt + t] = rows[offset + t * dim + c];
      }
      bounds(f, levelsAt + c * levels);
      int bits = layout.settings().bits();
      int column = BLOCK * (dim + c % COLUMNS);
      BOOKS.nearest(f, columnAt, n, 1f, f, boundsAt, bits, codes, column);
      turn(codes, n, c);
      masks[c] = candidates(n, c, f);
      if (outliers instanceof RankedOutliers ranked) {
        ranked.store(block, kvHead, c, masks[c], f, columnAt);
      }
    }
    int dropped = 0;
    if (outliers instanceof ListedOutliers listed) {
      int most = listed.fixed() ? layout.worst(n) : listed.most();
      dropped = WorstCoded.keep(masks, errors(rows, offset, n, codes, f), n, most);
      listed.store(block, kvHead, masks, rows, offset, room);
    }
    clear(codes, masks);
    if (threshold != null) {
      threshold.done(n, f);
    }
    layout
        .codes()
        .pack(codes, 0, block.plane(KeyLayout.CODE_PLANE), layout.codesAt(block.place(kvHead)));
    return threshold == null ? 0 : dropped;
  }

  /** Codes of channels as tokens: whole eights with their last channel, the rest one by one. */
  private void turn(byte[] codes, int n, int channel) {
    int column = channel % COLUMNS;
    int columnsAt = BLOCK * dim;
    if (column == COLUMNS - 1) {
      CODES.turn(codes, columnsAt, 0, n, codes, channel - column, dim);
    } else if (channel >= dim - dim % COLUMNS) {
      for (int t = 0; t < n; t++) {
        codes[t * dim + channel] = codes[columnsAt + BLOCK * column + t];
      }
    }
  }

  /** What may become an outlier: by rank and threshold what is one, by error anything. */
  private long candidates(int n, int channel, float[] f) {
    KeySettings s = layout.settings();
    if (s.fraction() == 0) {
      return 0;
    }
    return switch (s.rule()) {
      case RANK -> Ranks.mask(f, columnAt, n, Ranks.count(n, s.fraction()));
      case WORST -> -1L >>> (BLOCK - n);
      case THRESHOLD ->
          threshold == null
              ? 0
              : threshold.mask(f, columnAt, n, channel, f[thresholdsAt + channel], f);
    };
  }

  private float[] errors(float[] rows, int offset, int n, byte[] codes, float[] f) {
    float[] errors = new float[n * dim];
    for (int t = 0; t < n; t++) {
      for (int c = 0; c < dim; c++) {
        int at = t * dim + c;
        errors[at] = Math.abs(rows[offset + at] - f[levelsAt + c * levels + (codes[at] & 0xff)]);
      }
    }
    return errors;
  }

  private void clear(byte[] codes, long[] masks) {
    for (int c = 0; c < dim; c++) {
      for (long rest = masks[c]; rest != 0; rest &= rest - 1) {
        codes[Long.numberOfTrailingZeros(rest) * dim + c] = 0;
      }
    }
  }

  private void bounds(float[] f, int at) {
    for (int j = 0; j < levels - 1; j++) {
      f[boundsAt + j] = (float) (((double) f[at + j] + f[at + j + 1]) / 2);
    }
  }
}
