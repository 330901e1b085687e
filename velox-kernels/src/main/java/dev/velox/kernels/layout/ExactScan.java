package dev.velox.kernels.layout;

import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.CodebookKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.PackedKernels;
import dev.velox.kernels.RowKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Attention over a coded block in fp32: codes are looked up where they lie, or a strip of tokens is
 * turned into levels once, for all queries. Serves one table of levels for all channels ({@code
 * levelStride} 0) or one a channel, and a binary16 scale for each token. Immutable.
 *
 * <p>Scratch: {@link #workFloats} floats from {@code workAt} and {@link #workBytes} bytes from 0.
 */
public final class ExactScan {
  /** Most tokens in float form at a time. */
  public static final int STRIP = 32;

  private static final RowKernels ROWS = Kernels.active().rows();
  private static final CodebookKernels BOOKS = Kernels.active().codebook();

  private final CodeLayout layout;
  private final boolean packed;
  private final boolean columns;

  /**
   * A scan of blocks of one layout.
   *
   * @param layout how codes lie in memory
   */
  public ExactScan(CodeLayout layout) {
    this.layout = layout;
    this.packed = PackedScan.servesValues(layout);
    this.columns = ColumnScan.serves(layout);
  }

  /**
   * Floats of scratch a call needs.
   *
   * @param dim channels
   * @return floats
   */
  public static int workFloats(int dim) {
    return Math.max(STRIP * dim, CodeLayout.TOKENS + ColumnScan.floats())
        + STRIP
        + KvTrack.MAX_QUERIES * STRIP;
  }

  /**
   * Bytes of scratch a call needs.
   *
   * @param dim channels
   * @return bytes
   */
  public static int workBytes(int dim) {
    return STRIP * dim + CodeLayout.SLACK;
  }

  /**
   * The levels of at most {@link #STRIP} tokens, without their scales.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param from first token within the block
   * @param to one past the last
   * @param levels the levels
   * @param lo the first level of channel 0
   * @param levelStride elements from one channel's table to the next
   * @param rows receives {@code [to - from][dim]}
   * @param offset first float
   * @param scratch working memory
   */
  public void rows(
      MemorySegment codes,
      long at,
      int from,
      int to,
      float[] levels,
      int lo,
      int levelStride,
      float[] rows,
      int offset,
      TrackScratch scratch) {
    layout.unpack(codes, at, from, to, scratch.bytes, 0);
    int dim = layout.dim();
    int bits = layout.bits();
    BOOKS.levels(scratch.bytes, 0, to - from, dim, bits, levels, lo, levelStride, rows, offset);
  }

  /**
   * Scores of queries: {@code scale_t * <q_j, levels_t>}, written or added.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param scales memory of the scales, one binary16 a token
   * @param scalesAt byte of the first token's scale
   * @param from first token within the block
   * @param to one past the last
   * @param levels the levels
   * @param lo the first level of channel 0
   * @param levelStride elements from one channel's table to the next
   * @param queries how many, at most {@link KvTrack#MAX_QUERIES}
   * @param qo first float of query 0 in the scratch
   * @param qStride floats between queries
   * @param scores receives {@code scores[so + j * stride + (t - from)]}
   * @param so first float
   * @param stride floats between the scores of two queries
   * @param add whether to add to what is there
   * @param scratch holds the queries; working memory
   * @param workAt first float of working memory
   */
  public void score(
      MemorySegment codes,
      long at,
      MemorySegment scales,
      long scalesAt,
      int from,
      int to,
      float[] levels,
      int lo,
      int levelStride,
      int queries,
      int qo,
      int qStride,
      float[] scores,
      int so,
      int stride,
      boolean add,
      TrackScratch scratch,
      int workAt) {
    int dim = layout.dim();
    float[] f = scratch.floats;
    int scale = workAt + STRIP * dim;
    int product = scale + STRIP;
    if (columns) {
      int sums = workAt + CodeLayout.TOKENS;
      ROWS.loadF16(scales, scalesAt, f, workAt, CodeLayout.TOKENS);
      ColumnScan.score(
          layout, codes, at, levels, lo, levelStride, queries, qo, qStride, sums, scratch);
      for (int j = 0; j < queries; j++) {
        int products = sums + j * CodeLayout.TOKENS + from;
        write(f, workAt + from, products, to - from, add, scores, so + j * stride);
      }
      return;
    }
    for (int low = from; low < to; low += STRIP) {
      int n = Math.min(STRIP, to - low);
      rows(codes, at, low, low + n, levels, lo, levelStride, f, workAt, scratch);
      ROWS.loadF16(scales, scalesAt + 2L * low, f, scale, n);
      ROWS.scoreRows(f, workAt, n, dim, f, qo, queries, qStride, f, product, STRIP);
      for (int j = 0; j < queries; j++) {
        write(f, scale, product + j * STRIP, n, add, scores, so + j * stride + low - from);
      }
    }
  }

  private static void write(
      float[] f, int scale, int product, int n, boolean add, float[] scores, int so) {
    for (int t = 0; t < n; t++) {
      float score = f[scale + t] * f[product + t];
      scores[so + t] = add ? scores[so + t] + score : score;
    }
  }

  /**
   * Weighted sums: adds {@code weight(j, t) * scale_t * levels_t} to the sum of query j.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param scales memory of the scales, one binary16 a token
   * @param scalesAt byte of the first token's scale
   * @param from first token within the block
   * @param to one past the last
   * @param levels the levels
   * @param lo the first level of channel 0
   * @param levelStride elements from one channel's table to the next
   * @param queries how many, at most {@link KvTrack#MAX_QUERIES}
   * @param weights {@code weights[wo + j * stride + (t - from)]}
   * @param wo first float
   * @param stride floats between the weights of two queries
   * @param sumAt first float of query 0's sum in the scratch
   * @param sumStride floats between sums
   * @param scratch holds the sums; working memory
   * @param workAt first float of working memory
   */
  public void accumulate(
      MemorySegment codes,
      long at,
      MemorySegment scales,
      long scalesAt,
      int from,
      int to,
      float[] levels,
      int lo,
      int levelStride,
      int queries,
      float[] weights,
      int wo,
      int stride,
      int sumAt,
      int sumStride,
      TrackScratch scratch,
      int workAt) {
    int dim = layout.dim();
    float[] f = scratch.floats;
    int scale = workAt + STRIP * dim;
    int product = scale + STRIP;
    if (packed && levelStride == 0) {
      ROWS.loadF16(scales, scalesAt, f, workAt, CodeLayout.TOKENS);
      for (int j = 0; j < queries; j++) {
        int in = wo + j * stride;
        int sums = sumAt + j * sumStride;
        addPacked(codes, at, from, to, levels, lo, weights, in, f, workAt, sums);
      }
      return;
    }
    boolean few = levelStride == 0 && queries < LevelScan.MANY && LevelScan.serves(layout);
    for (int low = from; low < to; low += STRIP) {
      int n = Math.min(STRIP, to - low);
      if (few) {
        layout.unpack(codes, at, low, low + n, scratch.bytes, 0);
      } else {
        rows(codes, at, low, low + n, levels, lo, levelStride, f, workAt, scratch);
      }
      ROWS.loadF16(scales, scalesAt + 2L * low, f, scale, n);
      for (int j = 0; j < queries; j++) {
        int in = wo + j * stride + low - from;
        int p = product + j * STRIP;
        for (int t = 0; t < n; t++) {
          f[p + t] = f[scale + t] * weights[in + t];
        }
        if (few) {
          int sum = sumAt + j * sumStride;
          LevelScan.add(layout, scratch.bytes, n, levels, lo, f, p, f, sum);
        }
      }
      if (!few) {
        ROWS.accumulateRows(f, workAt, n, dim, f, product, queries, STRIP, f, sumAt, sumStride);
      }
    }
  }

  /** Adds tokens of a block to one sum; the scales of all 64 are loaded. */
  private void addPacked(
      MemorySegment codes,
      long at,
      int from,
      int to,
      float[] levels,
      int lo,
      float[] weights,
      int wo,
      float[] f,
      int scales,
      int sums) {
    int products = scales + CodeLayout.TOKENS;
    int work = products + CodeLayout.TOKENS;
    Arrays.fill(f, products, work, 0f);
    for (int t = from; t < to; t++) {
      f[products + t] = f[scales + t] * weights[wo + t - from];
    }
    int rows = layout.dim() / PackedKernels.PLACES;
    for (int r = 0; r < rows; r++) {
      int to64 = sums + r * PackedKernels.PLACES;
      PackedScan.add(
          layout.bits(), codes, at, r, rows, levels, lo, f, products, products, work, to64);
    }
  }
}
