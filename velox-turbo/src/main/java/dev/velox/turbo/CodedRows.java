package dev.velox.turbo;

import dev.velox.api.ExactType;
import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.layout.ExactScan;
import dev.velox.kernels.layout.TableScan;
import dev.velox.kernels.track.Block;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Two planes of a block: codes of one codebook, and one binary16 scale a token. Immutable.
 *
 * <p>Scratch of every call: {@link ExactScan#workFloats} floats from {@code workAt}.
 */
final class CodedRows {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final int SCALE_BYTES = 2;
  private static final int SINKS = 4;

  private final CodeLayout layout;
  private final Codebook book;
  private final ExactScan scan;
  private final int plane;
  private final @Nullable TableScan tables;
  private final int tableBytesAt;

  /**
   * Rows of one layout.
   *
   * @param layout how codes lie in memory
   * @param book what they stand for
   * @param plane index of the plane of codes; the plane of scales follows
   */
  CodedRows(CodeLayout layout, Codebook book, int plane) {
    this(layout, book, plane, null, 0);
  }

  private CodedRows(
      CodeLayout layout, Codebook book, int plane, @Nullable TableScan tables, int tableBytesAt) {
    this.layout = layout;
    this.book = book;
    this.scan = new ExactScan(layout);
    this.plane = plane;
    this.tables = tables;
    this.tableBytesAt = tableBytesAt;
  }

  /**
   * These rows, attended through integer tables where the precision and this machine allow it.
   *
   * @param role keys or values
   * @param precision of the cache
   * @param bytesAt first scratch byte that belongs to the tables
   */
  CodedRows withTables(Role role, Precision precision, int bytesAt) {
    return TableScan.serves(layout, precision, role)
        ? new CodedRows(
            layout, book, plane, new TableScan(layout, precision, role, book.levels()), bytesAt)
        : this;
  }

  /** Scratch bytes of the tables of keys. */
  int tableBytes() {
    return tables == null ? 0 : TableScan.workBytes(layout.dim(), layout.bits());
  }

  /** Builds the tables of rotated queries, if there are any; they begin at float {@code qo}. */
  void prepare(int queries, int qo, int qStride, TrackScratch scratch, int tablesAt) {
    if (tables != null) {
      tables.prepare(queries, qo, qStride, scratch, tablesAt, tableBytesAt);
    }
  }

  /** Traits of a track that reads coded rows: four sinks, no window, nothing fitted. */
  static TrackTraits traits(int scratchFloats, int bytes) {
    return new TrackTraits(true, ExactType.F16, 0, false, SINKS, 0, scratchFloats, bytes);
  }

  static long scaleBytes() {
    return (long) KvTrack.BLOCK * SCALE_BYTES;
  }

  private MemorySegment codes(Block block) {
    return block.plane(plane);
  }

  private MemorySegment scales(Block block) {
    return block.plane(plane + 1);
  }

  private long codesAt(Block block, int kvHead) {
    return block.place(kvHead) * layout.bytes();
  }

  private static long scalesAt(Block block, int kvHead) {
    return block.place(kvHead) * scaleBytes();
  }

  /** Packs codes {@code [64][dim]} and as many scales as the block has rows. */
  void store(Block block, int kvHead, byte[] codes, int co, float[] scales, int so) {
    layout.pack(codes, co, codes(block), codesAt(block, kvHead));
    ROWS.storeF16(scales, so, scales(block), scalesAt(block, kvHead), block.rows());
  }

  /** Scores prepared queries, written or added; parameters as for {@link ExactScan#score}. */
  void score(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      int qo,
      int qStride,
      float[] scores,
      int so,
      int stride,
      boolean add,
      TrackScratch scratch,
      int workAt,
      int tablesAt) {
    if (tables != null) {
      tables.score(
          codes(block),
          codesAt(block, kvHead),
          scales(block),
          scalesAt(block, kvHead),
          from,
          to,
          queries,
          scores,
          so,
          stride,
          add,
          scratch,
          tablesAt,
          tableBytesAt);
      return;
    }
    scan.score(
        codes(block),
        codesAt(block, kvHead),
        scales(block),
        scalesAt(block, kvHead),
        from,
        to,
        book.levels(),
        0,
        0,
        queries,
        qo,
        qStride,
        scores,
        so,
        stride,
        add,
        scratch,
        workAt);
  }

  /** Adds weighted rows to sums; parameters as for {@link ExactScan#accumulate}. */
  void accumulate(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] weights,
      int wo,
      int stride,
      int sumAt,
      int sumStride,
      TrackScratch scratch,
      int workAt,
      int tablesAt) {
    if (tables != null) {
      tables.accumulate(
          codes(block),
          codesAt(block, kvHead),
          scales(block),
          scalesAt(block, kvHead),
          from,
          to,
          queries,
          weights,
          wo,
          stride,
          sumAt,
          sumStride,
          scratch,
          tablesAt);
      return;
    }
    scan.accumulate(
        codes(block),
        codesAt(block, kvHead),
        scales(block),
        scalesAt(block, kvHead),
        from,
        to,
        book.levels(),
        0,
        0,
        queries,
        weights,
        wo,
        stride,
        sumAt,
        sumStride,
        scratch,
        workAt);
  }

  /** Scores of whole blocks one after the other; false where only single blocks are served. */
  boolean scoreBlocks(
      Block first,
      int count,
      int kvHead,
      int queries,
      float[] scores,
      int so,
      int stride,
      TrackScratch scratch,
      int tablesAt) {
    if (tables == null) {
      return false;
    }
    tables.scoreBlocks(
        codes(first),
        codesAt(first, kvHead),
        scales(first),
        scalesAt(first, kvHead),
        count,
        queries,
        scores,
        so,
        stride,
        scratch,
        tablesAt,
        tableBytesAt);
    return true;
  }

  /** Sums of whole blocks one after the other; false where only single blocks are served. */
  boolean accumulateBlocks(
      Block first,
      int count,
      int kvHead,
      int queries,
      float[] weights,
      int wo,
      int stride,
      int sumAt,
      int sumStride,
      TrackScratch scratch,
      int tablesAt) {
    if (tables == null) {
      return false;
    }
    tables.accumulateBlocks(
        codes(first),
        codesAt(first, kvHead),
        scales(first),
        scalesAt(first, kvHead),
        count,
        queries,
        weights,
        wo,
        stride,
        sumAt,
        sumStride,
        scratch,
        tablesAt);
    return true;
  }

  /** Decodes at most {@link ExactScan#STRIP} tokens into rows {@code stride} floats apart. */
  void decode(
      Block block,
      int kvHead,
      int from,
      int to,
      float[] rows,
      int offset,
      int stride,
      TrackScratch scratch,
      int workAt) {
    float[] f = scratch.floats;
    int dim = layout.dim();
    int scaleAt = workAt + ExactScan.STRIP * dim;
    scan.rows(
        codes(block), codesAt(block, kvHead), from, to, book.levels(), 0, 0, f, workAt, scratch);
    ROWS.loadF16(
        scales(block), scalesAt(block, kvHead) + (long) SCALE_BYTES * from, f, scaleAt, to - from);
    for (int t = 0; t < to - from; t++) {
      float scale = f[scaleAt + t];
      int row = offset + t * stride;
      for (int c = 0; c < dim; c++) {
        rows[row + c] = scale == 0f ? 0f : scale * f[workAt + t * dim + c];
      }
    }
  }
}
