package dev.velox.nuq;

import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.ValueTableKernels;
import dev.velox.kernels.layout.ValueTableScan;
import dev.velox.kernels.track.Block;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Weighted sums of values under a shared datatype by tables of whole numbers: weights are
 * multiplied by their tokens' scales, offsets are summed apart, outliers correct what code 0 added.
 *
 * <p>Scratch floats: the datatype as {@link ValueTableScan} takes it, what a level of 1 is worth,
 * which head it is of; then for {@link #TOGETHER} blocks weights times scales, the greatest of each
 * block, weights times offsets, what kernels work on, outliers.
 *
 * @param layout where everything lies
 * @param outliers where outliers lie
 * @param scan the scan of its codes
 * @param base the first float
 */
record SharedScan(ValueLayout layout, TokenOutliers outliers, ValueTableScan scan, int base) {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final ValueTableKernels VALUES = Kernels.active().valueTables();
  private static final int BLOCK = KvTrack.BLOCK;

  /** Blocks taken together, for one query; few enough to stay in the nearest cache. */
  private static final int TOGETHER = 16;

  private static final float[] ONES = new float[TOGETHER * BLOCK];

  static {
    Arrays.fill(ONES, 1);
  }

  private static final int BOOK = ValueTableScan.BOOK;
  private static final int UNIT = BOOK;
  private static final int MARK = UNIT + 1;
  private static final int SCALED = MARK + 1;
  private static final int GREATEST = SCALED + TOGETHER * BLOCK + ValueTableKernels.SLACK;
  private static final int OFFSETS = GREATEST + TOGETHER;
  private static final int WORK = OFFSETS + TOGETHER * BLOCK;
  private static final int OUTLIERS = WORK + ValueTableKernels.WORK;

  static SharedScan of(ValueLayout layout) {
    ValueTableScan scan = new ValueTableScan(layout.codes());
    return new SharedScan(layout, layout.outliers(), scan, layout.tablesAt());
  }

  /** Floats of scratch for so many outliers a token. */
  static int floats(int outliers) {
    return OUTLIERS + TOGETHER * BLOCK * outliers;
  }

  /** Lets the next sum read its datatype. */
  void unload(float[] f) {
    f[base + MARK] = -1;
  }

  private void load(MemorySegment table, int kvHead, float[] f) {
    if (f[base + MARK] != kvHead) {
      ROWS.loadF16(table, layout.tableAt(kvHead), f, layout.levelsAt(), layout.levels());
      int bits = layout.settings().bits();
      f[base + UNIT] = ValueTableScan.book(f, layout.levelsAt(), bits, f, base);
      f[base + MARK] = kvHead;
    }
  }

  /** Adds part of a block to the sums and constants in the scratch. */
  void accumulate(
      Block block,
      MemorySegment table,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch) {
    float[] f = scratch.floats;
    load(table, kvHead, f);
    Arrays.fill(f, base + SCALED, base + SCALED + BLOCK, 0);
    int place = block.place(kvHead);
    for (int j = 0; j < queries; j++) {
      int w = offset + j * stride;
      float max = scale(block, place, from, to - from, weights, w, f, from);
      add(block, place, 0, max, j, f);
      finish(block, place, from, to - from, weights, w, j, f, from);
    }
  }

  /** As {@link #accumulate}, for whole blocks that lie one after the other. */
  void accumulateTogether(
      Block first,
      int count,
      MemorySegment table,
      int kvHead,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch) {
    float[] f = scratch.floats;
    load(table, kvHead, f);
    int together = queries == 1 ? TOGETHER : 2;
    for (int b = 0; b < count; b += together) {
      int n = Math.min(together, count - b);
      int place = first.place(kvHead) + b;
      for (int j = 0; j < queries; j++) {
        int w = offset + j * stride + b * BLOCK;
        for (int i = 0; i < n; i++) {
          int at = i * BLOCK;
          f[base + GREATEST + i] = scale(first, place + i, 0, BLOCK, weights, w + at, f, at);
        }
        for (int i = 0; i < n; i++) {
          add(first, place + i, i * BLOCK, f[base + GREATEST + i], j, f);
        }
        finish(first, place, 0, n * BLOCK, weights, w, j, f, 0);
      }
    }
  }

  private float scale(
      Block block, int place, int token, int n, float[] weights, int w, float[] f, int to) {
    MemorySegment plane = block.plane(ValueLayout.PARAMETERS);
    long at = layout.scalesAt(place, token);
    return VALUES.scaleWeights(plane, at, weights, w, n, f, base + SCALED + to);
  }

  private void add(Block block, int place, int scaled, float max, int query, float[] f) {
    float unit = f[base + UNIT];
    if (max > 0 && unit > 0) {
      MemorySegment codes = block.plane(ValueLayout.CODE_PLANE);
      int sums = query * layout.headDim();
      long at = layout.codesAt(place);
      scan.add(codes, at, f, base, unit, f, base + SCALED + scaled, max, sums, base + WORK);
    }
  }

  /** Sums offsets and corrects by outliers: tokens of one block, or of whole ones from place on. */
  private void finish(
      Block block,
      int place,
      int token,
      int n,
      float[] weights,
      int w,
      int query,
      float[] f,
      int scaled) {
    MemorySegment plane = block.plane(ValueLayout.PARAMETERS);
    int offsets = base + OFFSETS;
    for (int t = 0; t < n; t += BLOCK) {
      int many = Math.min(BLOCK, n - t);
      long at = layout.offsetsAt(place + t / BLOCK, token);
      VALUES.scaleWeights(plane, at, weights, w + t, many, f, offsets + t);
    }
    f[layout.constantsAt() + query] += ROWS.dot(f, offsets, ONES, 0, n);
    int k = outliers.k();
    if (k == 0) {
      return;
    }
    int out = base + OUTLIERS;
    for (int t = 0; t < n; t += BLOCK) {
      int many = Math.min(BLOCK, n - t);
      outliers.weigh(block, place + t / BLOCK, token, many, weights, w + t, f, out + t * k);
    }
    float zero = f[layout.levelsAt()];
    if (k == 1) {
      ROWS.axpy(-1, f, offsets, f, out, n);
      ROWS.axpy(-zero, f, base + SCALED + scaled, f, out, n);
    } else {
      for (int e = 0; e < n * k; e++) {
        f[out + e] -= Math.fma(zero, f[base + SCALED + scaled + e / k], f[offsets + e / k]);
      }
    }
    int sums = query * layout.headDim();
    for (int t = 0; t < n; t += BLOCK) {
      int many = Math.min(BLOCK, n - t);
      outliers.spread(block, place + t / BLOCK, token, many, f, out + t * k, sums);
    }
  }
}
