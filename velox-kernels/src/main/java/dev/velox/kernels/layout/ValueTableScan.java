package dev.velox.kernels.layout;

import static dev.velox.kernels.layout.TableScan.FIGURES;
import static dev.velox.kernels.layout.TableScan.TOGETHER;
import static dev.velox.kernels.layout.TableScan.TOKENS;
import static dev.velox.kernels.layout.TableScan.WORK;

import dev.velox.api.Precision;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.ValueTableKernels;
import dev.velox.kernels.WeightKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Weighted sums of coded values, as {@link TableScan} says: with one codebook and a scale a token,
 * or block by block with weights already scaled and a codebook that comes with the call. Immutable.
 */
public final class ValueTableScan {
  /** Floats of a codebook as {@link #book} writes it. */
  public static final int BOOK = 16;

  private static final ValueTableKernels VALUES = Kernels.active().valueTables();
  private static final WeightKernels WEIGHTS = Kernels.active().weights();

  private final int dim;
  private final int bits;
  private final long bytes;
  private final boolean wide;
  private final boolean exact;
  private final float[] book;
  private final float unit;

  /**
   * A scan.
   *
   * @param layout a layout that {@link TableScan} serves
   * @param precision {@code balanced} or {@code fast}
   * @param levels the codebook all tokens share
   */
  public ValueTableScan(CodeLayout layout, Precision precision, float[] levels) {
    this.dim = layout.dim();
    this.bits = layout.bits();
    this.bytes = layout.bytes();
    this.wide = precision != Precision.FAST;
    this.exact = false;
    this.book = new float[BOOK];
    this.unit = book(levels, 0, book, 0);
  }

  /**
   * A scan whose codebook comes with each call. Entries always have 10 bits: rounding a codebook
   * that is not symmetric errs to one side, and over many tokens that adds up.
   *
   * @param layout a layout that {@link TableScan} serves
   * @param exact whether levels are looked up as floats
   */
  public ValueTableScan(CodeLayout layout, boolean exact) {
    this.exact = exact;
    this.dim = layout.dim();
    this.bits = layout.bits();
    this.bytes = layout.bytes();
    this.wide = true;
    this.book = new float[0];
    this.unit = 0;
  }

  /**
   * Brings levels to the form that {@link #add} takes.
   *
   * @param levels {@code 2^bits} levels
   * @param lo the first
   * @param book receives {@link #BOOK} floats
   * @param bo the first
   * @return what a level of 1 is worth, 0 if all levels are
   */
  public float book(float[] levels, int lo, float[] book, int bo) {
    float max = 0;
    for (int i = 0; i < 1 << bits; i++) {
      max = Math.max(max, Math.abs(levels[lo + i]));
    }
    float unit = exact && max > 0 ? 1 : max;
    for (int i = 0; i < BOOK; i++) {
      float level = levels[lo + (i & (1 << bits) - 1)];
      book[bo + i] = unit > 0 ? level / unit : level;
    }
    return unit;
  }

  /**
   * Adds {@code weight(j, t) * scale_t * levels_t} to the sum of query j.
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
          WEIGHTS.scaleWeights(
              scales, scalesAt + 2L * from, weights, wo + j * stride, to - from, f, workAt + from);
      if (max > 0) {
        add(codes, at, book, 0, unit, f, workAt, max, sumAt + j * sumStride, workAt + WORK);
      }
    }
  }

  /**
   * As {@link #accumulate}, for whole blocks that lie one after the other.
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
              WEIGHTS.scaleWeights(scales, first, weights, w, TOKENS, f, workAt + i * TOKENS);
        }
        for (int i = 0; i < count; i++) {
          float max = f[workAt + FIGURES + i];
          if (max > 0) {
            long block = at + (b + i) * bytes;
            int w = workAt + i * TOKENS;
            int sums = sumAt + j * sumStride;
            add(codes, block, book, 0, unit, f, w, max, sums, workAt + WORK);
          }
        }
      }
    }
  }

  /**
   * Adds {@code weight_t * level_t} of one block to one sum.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param book a codebook as {@link #book} writes it
   * @param bo its first float
   * @param unit what a level of 1 is worth
   * @param f holds the weights, scaled and 0 or more, and the sum
   * @param weights the first of 64 weights; {@link ValueTableKernels#SLACK} more floats are read
   * @param max the greatest of them, above 0
   * @param sums first float of the sum
   * @param work {@link ValueTableKernels#WORK} floats to work on
   */
  public void add(
      MemorySegment codes,
      long at,
      float[] book,
      int bo,
      float unit,
      float[] f,
      int weights,
      float max,
      int sums,
      int work) {
    int groups = dim / ValueTableKernels.CHANNELS;
    if (exact) {
      for (int g = 0; g < groups; g++) {
        int to = sums + g * ValueTableKernels.CHANNELS;
        PackedScan.add(bits, codes, at, g, groups, book, bo, f, weights, weights, work, to);
      }
      return;
    }
    switch (bits) {
      case 4 -> {
        if (wide) {
          VALUES.nibblesWide(codes, at, groups, book, bo, f, weights, work, max, unit, f, sums);
        } else {
          VALUES.nibbles(codes, at, groups, book, bo, f, weights, work, max, unit, f, sums);
        }
      }
      case 3 -> {
        if (wide) {
          VALUES.triplesWide(codes, at, groups, book, bo, f, weights, work, max, unit, f, sums);
        } else {
          VALUES.triples(codes, at, groups, book, bo, f, weights, work, max, unit, f, sums);
        }
      }
      default -> {
        if (wide) {
          VALUES.crumbsWide(codes, at, groups, book, bo, f, weights, work, max, unit, f, sums);
        } else {
          VALUES.crumbs(codes, at, groups, book, bo, f, weights, work, max, unit, f, sums);
        }
      }
    }
  }
}
