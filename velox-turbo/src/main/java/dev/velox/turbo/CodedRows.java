package dev.velox.turbo;

import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.layout.ExactScan;
import dev.velox.kernels.layout.KeyTableScan;
import dev.velox.kernels.layout.TableScan;
import dev.velox.kernels.layout.ValueTableScan;
import dev.velox.kernels.track.Block;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Two planes of a block: codes of one codebook, and one binary16 scale a token. Immutable.
 *
 * <p>Scratch of every call: {@link ExactScan#workFloats} floats from {@code workAt}.
 */
final class CodedRows {
  /** Levels that a look-up reads at a time. */
  private static final int READ = 16;

  private final CodeLayout layout;
  private final Codebook book;
  private final ExactScan scan;

  /** Levels, and zeros up to as many as a kernel likes to read. */
  private final float[] levels;

  private final CodedPlanes planes;
  private final @Nullable KeyTableScan keyTables;
  private final @Nullable ValueTableScan valueTables;
  private final int tableBytesAt;

  /**
   * Rows of one layout.
   *
   * @param layout how codes lie in memory
   * @param book what they stand for
   * @param plane index of the plane of codes; the plane of scales follows
   */
  CodedRows(CodeLayout layout, Codebook book, int plane) {
    this(layout, book, new CodedPlanes(layout, plane), null, null, 0);
  }

  private CodedRows(
      CodeLayout layout,
      Codebook book,
      CodedPlanes planes,
      @Nullable KeyTableScan keyTables,
      @Nullable ValueTableScan valueTables,
      int tableBytesAt) {
    this.layout = layout;
    this.book = book;
    this.scan = new ExactScan(layout);
    this.levels = Arrays.copyOf(book.levels(), Math.max(READ, book.levels().length));
    this.planes = planes;
    this.keyTables = keyTables;
    this.valueTables = valueTables;
    this.tableBytesAt = tableBytesAt;
  }

  /**
   * These rows, attended through integer tables where the precision and this machine allow it.
   *
   * @param role keys or values
   * @param precision of the cache
   * @param bytesAt first byte of the tables
   */
  CodedRows withTables(Role role, Precision precision, int bytesAt) {
    if (!TableScan.serves(layout, precision, role)) {
      return this;
    }
    float[] levels = book.levels();
    return role == Role.KEYS
        ? new CodedRows(
            layout, book, planes, new KeyTableScan(layout, precision, levels), null, bytesAt)
        : new CodedRows(
            layout, book, planes, null, new ValueTableScan(layout, precision, levels), bytesAt);
  }

  /** Scratch bytes of the tables of keys. */
  int tableBytes() {
    return keyTables == null ? 0 : TableScan.workBytes(layout.dim(), layout.bits());
  }

  /** Builds the tables of rotated queries, if there are any; they begin at float {@code qo}. */
  void prepare(int queries, int qo, int qStride, TrackScratch scratch, int tablesAt) {
    if (keyTables != null) {
      keyTables.prepare(queries, qo, qStride, scratch, tablesAt, tableBytesAt);
    }
  }

  /** Packs codes {@code [64][dim]} and as many scales as the block has rows. */
  void store(Block block, int kvHead, byte[] codes, int co, float[] scales, int so) {
    planes.store(block, kvHead, codes, co, scales, so);
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
    if (keyTables != null) {
      keyTables.score(
          planes.codes(block),
          planes.codesAt(block, kvHead),
          planes.scales(block),
          planes.scalesAt(block, kvHead),
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
        planes.codes(block),
        planes.codesAt(block, kvHead),
        planes.scales(block),
        planes.scalesAt(block, kvHead),
        from,
        to,
        levels,
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
    if (valueTables != null) {
      valueTables.accumulate(
          planes.codes(block),
          planes.codesAt(block, kvHead),
          planes.scales(block),
          planes.scalesAt(block, kvHead),
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
        planes.codes(block),
        planes.codesAt(block, kvHead),
        planes.scales(block),
        planes.scalesAt(block, kvHead),
        from,
        to,
        levels,
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
    if (keyTables == null) {
      return false;
    }
    keyTables.scoreBlocks(
        planes.codes(first),
        planes.codesAt(first, kvHead),
        planes.scales(first),
        planes.scalesAt(first, kvHead),
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
    if (valueTables == null) {
      return false;
    }
    valueTables.accumulateBlocks(
        planes.codes(first),
        planes.codesAt(first, kvHead),
        planes.scales(first),
        planes.scalesAt(first, kvHead),
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
        planes.codes(block),
        planes.codesAt(block, kvHead),
        from,
        to,
        levels,
        0,
        0,
        f,
        workAt,
        scratch);
    planes.scaleRows(block, kvHead, from, to - from, f, scaleAt, workAt, rows, offset, stride);
  }
}
