package dev.velox.kernels.layout;

import static dev.velox.kernels.layout.TableScan.FIGURES;
import static dev.velox.kernels.layout.TableScan.TOGETHER;
import static dev.velox.kernels.layout.TableScan.TOKENS;

import dev.velox.api.Precision;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.ValueTableKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Weighted sums of coded values, as {@link TableScan} says. Immutable. */
public final class ValueTableScan {
  private static final ValueTableKernels VALUES = Kernels.active().valueTables();

  private final int dim;
  private final int bits;
  private final long bytes;
  private final boolean wide;
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
    float max = 0;
    for (float level : levels) {
      max = Math.max(max, Math.abs(level));
    }
    this.unit = max;
    this.book = new float[16];
    for (int i = 0; i < book.length; i++) {
      book[i] = levels[i % levels.length] / max;
    }
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
          VALUES.scaleWeights(
              scales, scalesAt + 2L * from, weights, wo + j * stride, to - from, f, workAt + from);
      if (max > 0) {
        add(codes, at, f, workAt, max, sumAt + j * sumStride);
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
