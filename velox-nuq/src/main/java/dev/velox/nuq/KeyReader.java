package dev.velox.nuq;

import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.CodebookKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.layout.ColumnScan;
import dev.velox.kernels.layout.KeyTableScan;
import dev.velox.kernels.track.Block;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks of keys with the levels of one head, which {@link #load} puts into the scratch: by
 * tables of whole numbers where they serve, else strip by strip as floats; outliers apart.
 */
final class KeyReader {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final CodebookKernels BOOKS = Kernels.active().codebook();
  private static final int STRIP = KeyLayout.STRIP;
  private static final int BLOCK = KvTrack.BLOCK;

  private final KeyLayout layout;
  private final KeyOutliers outliers;
  private final @Nullable KeyTableScan scan;
  private final boolean columns;

  KeyReader(KeyLayout layout) {
    this.layout = layout;
    this.outliers = layout.outliers();
    this.scan = layout.tables() ? new KeyTableScan(layout.codes()) : null;
    this.columns = scan == null && ColumnScan.serves(layout.codes());
  }

  /** Whether whole blocks that lie one after the other can be scored in one call. */
  boolean together() {
    return scan != null && outliers.inPlanes() && !layout.settings().blockTables();
  }

  /** Lets the next {@link #load} read its table. */
  void unload(TrackScratch scratch) {
    scratch.floats[layout.marksAt()] = -1;
  }

  /**
   * Puts the levels of a head into the scratch, and builds the tables of the queries there, unless
   * they are there already.
   *
   * @param table where the tables of all heads lie
   * @param number tells it from the others of the track
   * @param queries how many, 0 for none
   */
  void load(MemorySegment table, int number, int kvHead, int queries, TrackScratch scratch) {
    float[] f = scratch.floats;
    int mark = layout.marksAt();
    float high = number >>> Short.SIZE;
    float low = number & 0xffff;
    if (f[mark] == kvHead && f[mark + 1] == high && f[mark + 2] == low) {
      return;
    }
    int dim = layout.headDim();
    int levels = layout.levels();
    int first = layout.levelsAt();
    ROWS.loadF16(table, layout.tableAt(kvHead), f, first, dim * levels);
    f[mark] = kvHead;
    f[mark + 1] = high;
    f[mark + 2] = low;
    for (int c = 0; c < dim; c++) {
      f[layout.zeroAt() + c] = f[first + c * levels];
    }
    if (scan != null && queries > 0) {
      int work = layout.workAt();
      scan.prepare(queries, 0, dim, f, first, levels, scratch, work, 0);
    }
  }

  /** Scores of part of a block. */
  void score(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    if (scan != null) {
      MemorySegment codes = block.plane(KeyLayout.CODE_PLANE);
      long at = layout.codesAt(block.place(kvHead));
      int work = layout.workAt();
      scan.scoreUnscaled(codes, at, from, to, queries, scores, offset, stride, scratch, work, 0);
    }
    float[] f = scratch.floats;
    int dim = layout.headDim();
    if (columns) {
      MemorySegment codes = block.plane(KeyLayout.CODE_PLANE);
      long at = layout.codesAt(block.place(kvHead));
      int sums = layout.stripAt();
      ColumnScan.score(
          layout.codes(),
          codes,
          at,
          f,
          layout.levelsAt(),
          layout.levels(),
          queries,
          0,
          dim,
          sums,
          scratch);
      for (int j = 0; j < queries; j++) {
        System.arraycopy(f, sums + j * BLOCK + from, scores, offset + j * stride, to - from);
      }
    }
    for (int t = from; scan == null && !columns && t < to; t += STRIP) {
      int n = Math.min(STRIP, to - t);
      levels(block, kvHead, t, n, f, layout.stripAt(), scratch);
      int at = offset + t - from;
      ROWS.scoreRows(f, layout.stripAt(), n, dim, f, 0, queries, dim, scores, at, stride);
    }
    addOutliers(block, 0, kvHead, from, to, queries, scores, offset, stride, f);
  }

  /** Scores of whole blocks that lie one after the other: first all codes, then all outliers. */
  void scoreTogether(
      Block first,
      int count,
      int kvHead,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    KeyTableScan tables = Objects.requireNonNull(scan, "see together()");
    MemorySegment codes = first.plane(KeyLayout.CODE_PLANE);
    long codesAt = layout.codesAt(first.place(kvHead));
    int work = layout.workAt();
    tables.scoreBlocksUnscaled(
        codes, codesAt, count, queries, scores, offset, stride, scratch, work, 0);
    for (int b = 0; b < count; b++) {
      int at = offset + b * BLOCK;
      addOutliers(first, b, kvHead, 0, BLOCK, queries, scores, at, stride, scratch.floats);
    }
  }

  private void addOutliers(
      Block block,
      int behind,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] scores,
      int offset,
      int stride,
      float[] f) {
    int zero = layout.zeroAt();
    int work = layout.listAt();
    outliers.addScores(
        block, behind, kvHead, from, to, queries, f, zero, work, scores, offset, stride);
  }

  /** Decodes part of a block. */
  void decode(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    for (int t = from; t < to; t += STRIP) {
      int at = offset + (t - from) * layout.headDim();
      levels(block, kvHead, t, Math.min(STRIP, to - t), rows, at, scratch);
    }
    outliers.patch(block, kvHead, from, to, rows, offset);
  }

  /** Codes of at most a strip of tokens as their levels. */
  private void levels(
      Block block, int kvHead, int token, int n, float[] rows, int offset, TrackScratch scratch) {
    MemorySegment codes = block.plane(KeyLayout.CODE_PLANE);
    long at = layout.codesAt(block.place(kvHead));
    layout.codes().unpack(codes, at, token, token + n, scratch.bytes, 0);
    BOOKS.levels(
        scratch.bytes,
        0,
        n,
        layout.headDim(),
        layout.settings().bits(),
        scratch.floats,
        layout.levelsAt(),
        layout.levels(),
        rows,
        offset);
  }
}
