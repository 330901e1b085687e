package dev.velox.kernels.layout;

import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.KeyTableKernels;
import dev.velox.kernels.ValueTableKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Attention over a coded block by tables of whole numbers, at the speed of memory: widths 4, 3 and
 * 2, a binary16 scale for each token. Immutable.
 *
 * <p>Precision {@code balanced} takes keys of 4 and 3 bits through 14-bit entries, of 2 bits
 * through 8-bit ones, and values through 10-bit ones; {@code fast} takes keys through 8, 7 and 8
 * bits and values through 7, 6 and 6.
 *
 * <p>Scratch: {@link #workFloats} floats from {@code workAt}; keys {@link #workBytes} bytes from 0,
 * kept from {@link #prepare} to the last {@link #score}.
 */
public final class TableScan {
  private static final Kernels KERNELS = Kernels.active();
  private static final KeyTableKernels KEYS = KERNELS.keyTables();
  private static final ValueTableKernels VALUES = KERNELS.valueTables();
  private static final int TOKENS = CodeLayout.TOKENS;

  /** Blocks taken together: their scales are read in one go, their tables built once. */
  private static final int TOGETHER = 32;

  /** Where a query's step and bias lie, and the greatest weight of each block. */
  private static final int FIGURES = TOGETHER * TOKENS + ValueTableKernels.SLACK;

  private final int dim;
  private final int bits;
  private final long bytes;
  private final boolean wide;
  private final float[] levels;
  private final float[] book;
  private final float unit;

  /**
   * A scan.
   *
   * @param layout a layout that {@link #serves}
   * @param precision {@code balanced} or {@code fast}
   * @param role keys or values
   * @param levels the codebook all tokens share
   */
  public TableScan(CodeLayout layout, Precision precision, Role role, float[] levels) {
    this.dim = layout.dim();
    this.bits = layout.bits();
    this.bytes = layout.bytes();
    this.wide = precision != Precision.FAST && (role == Role.VALUES || bits != 2);
    float max = 0;
    for (float level : levels) {
      max = Math.max(max, Math.abs(level));
    }
    this.unit = max;
    this.levels = Arrays.copyOf(levels, Math.max(16, levels.length));
    this.book = new float[16];
    for (int i = 0; i < book.length; i++) {
      book[i] = levels[i % levels.length] / max;
    }
  }

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
    if (!KERNELS.tablesAreFast() || precision == Precision.EXACT) {
      return false;
    }
    int bits = layout.bits();
    if (bits < 2 || bits > 4) {
      return false;
    }
    return role == Role.KEYS
        ? KeyTables.rows(layout.dim(), bits) <= (bits == 3 ? 64 : KeyTableKernels.MAX_ROWS)
        : layout.dim() % ValueTableKernels.CHANNELS == 0;
  }

  /**
   * Floats of scratch.
   *
   * @return floats
   */
  public static int workFloats() {
    return FIGURES + Math.max(TOGETHER, 2 * KvTrack.MAX_QUERIES);
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

  /**
   * Keys: builds the tables of queries.
   *
   * @param queries how many
   * @param qo first float of query 0 in the scratch
   * @param qStride floats between queries
   * @param scratch holds the queries; receives the tables
   * @param workAt first float of working memory
   * @param bytesAt first byte of the tables
   */
  public void prepare(
      int queries, int qo, int qStride, TrackScratch scratch, int workAt, int bytesAt) {
    int each = KeyTables.bytes(dim, bits, wide);
    for (int j = 0; j < queries; j++) {
      KeyTables.build(
          scratch.floats,
          qo + j * qStride,
          dim,
          bits,
          wide,
          levels,
          0,
          0,
          scratch.bytes,
          bytesAt + j * each,
          scratch.floats,
          workAt + FIGURES + 2 * j);
    }
  }

  /**
   * Keys: scores of prepared queries, {@code scale_t * <q_j, levels_t>}, written or added.
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
   * @param bytesAt first byte of the tables
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
      int bytesAt) {
    float[] f = scratch.floats;
    int each = KeyTables.bytes(dim, bits, wide);
    for (int j = 0; j < queries; j++) {
      int figures = workAt + FIGURES + 2 * j;
      int out = so + j * stride;
      look(codes, at, 1, scratch.bytes, bytesAt + j * each, f[figures], f[figures + 1], f, workAt);
      VALUES.scaleWeights(
          scales, scalesAt + 2L * from, f, workAt + from, to - from, f, workAt + from);
      for (int t = 0; t < to - from; t++) {
        float score = f[workAt + from + t];
        scores[out + t] = add ? scores[out + t] + score : score;
      }
    }
  }

  /**
   * Keys: as {@link #score}, for whole blocks that lie one after the other; scores are written.
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
   * @param bytesAt first byte of the tables
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
      int bytesAt) {
    float[] f = scratch.floats;
    int each = KeyTables.bytes(dim, bits, wide);
    int together = queries == 1 ? TOGETHER : 2;
    for (int b = 0; b < blocks; b += together) {
      int count = Math.min(together, blocks - b);
      for (int j = 0; j < queries; j++) {
        int figures = workAt + FIGURES + 2 * j;
        int tables = bytesAt + j * each;
        int out = so + j * stride + b * TOKENS;
        float step = f[figures];
        look(
            codes, at + b * bytes, count, scratch.bytes, tables, step, f[figures + 1], scores, out);
        long first = scalesAt + 2L * TOKENS * b;
        VALUES.scaleWeights(scales, first, scores, out, count * TOKENS, scores, out);
      }
    }
  }

  private void look(
      MemorySegment codes,
      long at,
      int blocks,
      byte[] tables,
      int to,
      float step,
      float bias,
      float[] scores,
      int so) {
    int rows = KeyTables.rows(dim, bits);
    if (bits == 3) {
      if (wide) {
        KEYS.sixesWide(codes, at, blocks, rows, tables, to, step, bias, scores, so);
      } else {
        KEYS.sixes(codes, at, blocks, rows, tables, to, step, bias, scores, so);
      }
    } else if (wide) {
      KEYS.nibblesWide(codes, at, blocks, rows, tables, to, step, bias, scores, so);
    } else {
      KEYS.nibbles(codes, at, blocks, rows, tables, to, step, bias, scores, so);
    }
  }

  /**
   * Values: adds {@code weight(j, t) * scale_t * levels_t} to the sum of query j.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param scales memory of the scales
   * @param scalesAt byte of the first token's scale
   * @param from first token within the block
   * @param to one past the last
   * @param queries how many
   * @param weights {@code weights[wo + j * stride + (t - from)]}, each 0 or more
   * @param wo first float
   * @param stride floats between the weights of two queries
   * @param sumAt first float of the sum of query 0 in the scratch
   * @param sumStride floats between sums
   * @param scratch holds the sums
   * @param workAt first float of working memory
   */
  public void accumulate(
      MemorySegment codes,
      long at,
      MemorySegment scales,
      long scalesAt,
      int from,
      int to,
      int queries,
      float[] weights,
      int wo,
      int stride,
      int sumAt,
      int sumStride,
      TrackScratch scratch,
      int workAt) {
    float[] f = scratch.floats;
    if (to - from < TOKENS) {
      Arrays.fill(f, workAt, workAt + TOKENS, 0);
    }
    for (int j = 0; j < queries; j++) {
      float max =
          VALUES.scaleWeights(
              scales, scalesAt + 2L * from, weights, wo + j * stride, to - from, f, workAt + from);
      if (max > 0) {
        add(codes, at, f, workAt, max, sumAt + j * sumStride);
      }
    }
  }

  /**
   * Values: as {@link #accumulate}, for whole blocks that lie one after the other.
   *
   * @param codes memory of the codes
   * @param at first byte of the first block
   * @param scales memory of the scales
   * @param scalesAt byte of the first token's scale
   * @param blocks how many
   * @param queries how many
   * @param weights {@code weights[wo + j * stride + t]}, each 0 or more
   * @param wo first float
   * @param stride floats between the weights of two queries
   * @param sumAt first float of the sum of query 0 in the scratch
   * @param sumStride floats between sums
   * @param scratch holds the sums
   * @param workAt first float of working memory
   */
  public void accumulateBlocks(
      MemorySegment codes,
      long at,
      MemorySegment scales,
      long scalesAt,
      int blocks,
      int queries,
      float[] weights,
      int wo,
      int stride,
      int sumAt,
      int sumStride,
      TrackScratch scratch,
      int workAt) {
    float[] f = scratch.floats;
    int together = queries == 1 ? TOGETHER : 2;
    for (int b = 0; b < blocks; b += together) {
      int count = Math.min(together, blocks - b);
      for (int j = 0; j < queries; j++) {
        for (int i = 0; i < count; i++) {
          int w = wo + j * stride + (b + i) * TOKENS;
          long first = scalesAt + 2L * TOKENS * (b + i);
          f[workAt + FIGURES + i] =
              VALUES.scaleWeights(scales, first, weights, w, TOKENS, f, workAt + i * TOKENS);
        }
        for (int i = 0; i < count; i++) {
          float max = f[workAt + FIGURES + i];
          if (max > 0) {
            add(codes, at + (b + i) * bytes, f, workAt + i * TOKENS, max, sumAt + j * sumStride);
          }
        }
      }
    }
  }

  private void add(MemorySegment codes, long at, float[] f, int weights, float max, int sums) {
    int groups = dim / ValueTableKernels.CHANNELS;
    switch (bits) {
      case 4 -> {
        if (wide) {
          VALUES.nibblesWide(codes, at, groups, book, f, weights, max, unit, f, sums);
        } else {
          VALUES.nibbles(codes, at, groups, book, f, weights, max, unit, f, sums);
        }
      }
      case 3 -> {
        if (wide) {
          VALUES.triplesWide(codes, at, groups, book, f, weights, max, unit, f, sums);
        } else {
          VALUES.triples(codes, at, groups, book, f, weights, max, unit, f, sums);
        }
      }
      default -> {
        if (wide) {
          VALUES.crumbsWide(codes, at, groups, book, f, weights, max, unit, f, sums);
        } else {
          VALUES.crumbs(codes, at, groups, book, f, weights, max, unit, f, sums);
        }
      }
    }
  }
}
