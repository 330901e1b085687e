package dev.velox.kernels.layout;

import static dev.velox.kernels.layout.TableScan.FIGURES;
import static dev.velox.kernels.layout.TableScan.TOKENS;

import dev.velox.api.Precision;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.WeightKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Scores of coded keys, as {@link TableScan} says: with one codebook and a scale a token, or with
 * levels of each channel's own and no scale. Channels are then of any size, and entries have 14
 * bits; 8 at width 2, for queries that {@link KeyTables#eightBitsServe}. Immutable.
 */
public final class KeyTableScan {
  private static final WeightKernels WEIGHTS = Kernels.active().weights();

  private final int dim;
  private final int bits;
  private final long bytes;
  private final boolean wide;
  private final float[] levels;
  private final KeyLook look;

  /**
   * A scan.
   *
   * @param layout a layout that {@link TableScan} serves
   * @param precision {@code balanced} or {@code fast}
   * @param levels the codebook all tokens share, ascending
   */
  public KeyTableScan(CodeLayout layout, Precision precision, float[] levels) {
    this.dim = layout.dim();
    this.bits = layout.bits();
    this.look = KeyLook.of(layout.dim(), layout.bits());
    this.bytes = layout.bytes();
    this.wide = precision != Precision.FAST && bits != 2;
    this.levels = Arrays.copyOf(levels, Math.max(16, levels.length));
  }

  /**
   * A scan with levels of each channel's own, which come with the queries.
   *
   * @param layout a layout that {@link TableScan} serves
   */
  public KeyTableScan(CodeLayout layout) {
    this.dim = layout.dim();
    this.bits = layout.bits();
    this.look = KeyLook.of(layout.dim(), layout.bits());
    this.bytes = layout.bytes();
    this.wide = true;
    this.levels = new float[0];
  }

  /**
   * Builds the tables of queries.
   *
   * @param queries how many
   * @param qo first float of query 0 in the scratch
   * @param qStride floats between queries
   * @param scratch holds the queries; receives the tables
   * @param workAt first float of working memory
   * @param bytesAt first byte of the tables in {@link TrackScratch#tables}
   */
  public void prepare(
      int queries, int qo, int qStride, TrackScratch scratch, int workAt, long bytesAt) {
    prepare(queries, qo, qStride, levels, 0, 0, scratch, workAt, bytesAt);
  }

  /**
   * Builds the tables of queries with levels of each channel's own.
   *
   * @param queries how many
   * @param qo first float of query 0 in the scratch
   * @param qStride floats between queries
   * @param book ascending levels, {@code 2^bits} a channel; 16 floats can be read from each
   *     channel's first
   * @param lo the first level of channel 0
   * @param levelStride floats from channel to channel
   * @param scratch holds the queries; receives the tables
   * @param workAt first float of working memory
   * @param bytesAt first byte of the tables in {@link TrackScratch#tables}
   */
  public void prepare(
      int queries,
      int qo,
      int qStride,
      float[] book,
      int lo,
      int levelStride,
      TrackScratch scratch,
      int workAt,
      long bytesAt) {
    int each = KeyTables.bytes(dim, bits, wide);
    float[] f = scratch.floats;
    for (int j = 0; j < queries; j++) {
      int q = qo + j * qStride;
      long tables = bytesAt + (long) j * each;
      int figures = figures(workAt, j);
      boolean own = levelStride > 0;
      boolean coarse =
          own && bits == 2 && KeyTables.eightBitsServe(f, q, dim, bits, book, lo, levelStride);
      f[figures + 2] = wide && !coarse ? 1 : 0;
      KeyTables.build(
          f,
          q,
          dim,
          bits,
          wide && !coarse,
          book,
          lo,
          levelStride,
          scratch.tables,
          tables,
          f,
          figures);
    }
  }

  /** Where a query's step and bias lie, and whether its entries have 14 bits. */
  private static int figures(int workAt, int query) {
    return workAt + FIGURES + TableScan.QUERY_FIGURES * query;
  }

  /**
   * Scores of prepared queries, {@code <q_j, levels_t>}, written.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param from first token within the block
   * @param to one past the last
   * @param queries as prepared
   * @param scores receives {@code scores[so + j * stride + (t - from)]}
   * @param so first float
   * @param stride floats between the scores of two queries
   * @param scratch as prepared
   * @param workAt first float of working memory
   * @param bytesAt first byte of the tables in {@link TrackScratch#tables}
   */
  public void scoreUnscaled(
      MemorySegment codes,
      long at,
      int from,
      int to,
      int queries,
      float[] scores,
      int so,
      int stride,
      TrackScratch scratch,
      int workAt,
      long bytesAt) {
    float[] f = scratch.floats;
    int each = KeyTables.bytes(dim, bits, wide);
    boolean whole = to - from == TOKENS;
    for (int j = 0; j < queries; j++) {
      int figures = figures(workAt, j);
      float[] out = whole ? scores : f;
      int o = whole ? so + j * stride : workAt;
      long tables = bytesAt + (long) j * each;
      look.score(codes, at, 1, scratch.tables, tables, f, figures, out, o);
      if (!whole) {
        System.arraycopy(f, workAt + from, scores, so + j * stride, to - from);
      }
    }
  }

  /**
   * Scores of prepared queries, {@code scale_t * <q_j, levels_t>}, written or added.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param scales memory of the scales
   * @param scalesAt byte of the first token's scale
   * @param from first token within the block
   * @param to one past the last
   * @param queries as prepared
   * @param scores receives {@code scores[so + j * stride + (t - from)]}
   * @param so first float
   * @param stride floats between the scores of two queries
   * @param add whether to add to what is there
   * @param scratch as prepared
   * @param workAt first float of working memory
   * @param bytesAt first byte of the tables in {@link TrackScratch#tables}
   */
  public void score(
      MemorySegment codes,
      long at,
      MemorySegment scales,
      long scalesAt,
      int from,
      int to,
      int queries,
      float[] scores,
      int so,
      int stride,
      boolean add,
      TrackScratch scratch,
      int workAt,
      long bytesAt) {
    float[] f = scratch.floats;
    int each = KeyTables.bytes(dim, bits, wide);
    for (int j = 0; j < queries; j++) {
      int figures = figures(workAt, j);
      int out = so + j * stride;
      long tables = bytesAt + (long) j * each;
      look.score(codes, at, 1, scratch.tables, tables, f, figures, f, workAt);
      WEIGHTS.scaleWeights(
          scales, scalesAt + 2L * from, f, workAt + from, to - from, f, workAt + from);
      for (int t = 0; t < to - from; t++) {
        float score = f[workAt + from + t];
        scores[out + t] = add ? scores[out + t] + score : score;
      }
    }
  }

  /**
   * As {@link #score}, for whole blocks that lie one after the other; scores are written.
   *
   * @param codes memory of the codes
   * @param at first byte of the first block
   * @param scales memory of the scales
   * @param scalesAt byte of the first token's scale
   * @param blocks how many
   * @param queries as prepared
   * @param scores receives {@code scores[so + j * stride + t]}
   * @param so first float
   * @param stride floats between the scores of two queries
   * @param scratch as prepared
   * @param workAt first float of working memory
   * @param bytesAt first byte of the tables in {@link TrackScratch#tables}
   */
  public void scoreBlocks(
      MemorySegment codes,
      long at,
      MemorySegment scales,
      long scalesAt,
      int blocks,
      int queries,
      float[] scores,
      int so,
      int stride,
      TrackScratch scratch,
      int workAt,
      long bytesAt) {
    scoreBlocksUnscaled(codes, at, blocks, queries, scores, so, stride, scratch, workAt, bytesAt);
    for (int j = 0; j < queries; j++) {
      int out = so + j * stride;
      WEIGHTS.scaleWeights(scales, scalesAt, scores, out, blocks * TOKENS, scores, out);
    }
  }

  /**
   * As {@link #scoreUnscaled}, for whole blocks that lie one after the other.
   *
   * @param codes memory of the codes
   * @param at first byte of the first block
   * @param blocks how many
   * @param queries as prepared
   * @param scores receives {@code scores[so + j * stride + t]}
   * @param so first float
   * @param stride floats between the scores of two queries
   * @param scratch as prepared
   * @param workAt first float of working memory
   * @param bytesAt first byte of the tables in {@link TrackScratch#tables}
   */
  public void scoreBlocksUnscaled(
      MemorySegment codes,
      long at,
      int blocks,
      int queries,
      float[] scores,
      int so,
      int stride,
      TrackScratch scratch,
      int workAt,
      long bytesAt) {
    float[] f = scratch.floats;
    int each = KeyTables.bytes(dim, bits, wide);
    int together = queries == 1 ? blocks : 2;
    for (int b = 0; b < blocks; b += together) {
      int count = Math.min(together, blocks - b);
      long codesAt = at + b * bytes;
      for (int j = 0; j < queries; j++) {
        int figures = figures(workAt, j);
        long tables = bytesAt + (long) j * each;
        int out = so + j * stride + b * TOKENS;
        look.score(codes, codesAt, count, scratch.tables, tables, f, figures, scores, out);
      }
    }
  }
}
