package dev.velox.nuq;

import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.ValueTableKernels;
import dev.velox.kernels.WeightKernels;
import dev.velox.kernels.layout.ValueTableScan;
import dev.velox.kernels.track.Block;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Weighted sums of values under a shared datatype, codes looked up where they lie, in tables of
 * whole numbers or as floats: weights are multiplied by their tokens' scales, offsets are summed
 * apart, outliers correct what code 0 added.
 *
 * <p>Scratch floats: the datatype as {@link ValueTableScan} takes it, what a level of 1 is worth,
 * which head it is of; then for {@link #TOGETHER} blocks weights times scales, the greatest of each
 * block, weights times what code 0 stands for, sums of offsets, what kernels work on, outliers.
 *
 * @param layout where everything lies
 * @param outliers where outliers lie
 * @param scan the scan of its codes
 * @param base the first float
 */
record SharedScan(ValueLayout layout, TokenOutliers outliers, ValueTableScan scan, int base) {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final WeightKernels WEIGHTS = Kernels.active().weights();
  private static final int BLOCK = KvTrack.BLOCK;

  /** Blocks taken together, for one query; a run, so that each plane is read in one go. */
  private static final int TOGETHER = 32;

  private static final float[] ONES = new float[WeightKernels.LANES];

  static {
    Arrays.fill(ONES, 1);
  }

  private static final int BOOK = ValueTableScan.BOOK;
  private static final int UNIT = BOOK;
  private static final int MARK = UNIT + 1;
  private static final int SCALED = MARK + 1;
  private static final int GREATEST = SCALED + TOGETHER * BLOCK + ValueTableKernels.SLACK;
  private static final int LOWEST = GREATEST + TOGETHER;
  private static final int LANES = LOWEST + TOGETHER * BLOCK;
  private static final int WORK = LANES + WeightKernels.LANES;
  private static final int OUTLIERS = WORK + ValueTableKernels.WORK;

  static SharedScan of(ValueLayout layout) {
    ValueTableScan scan = new ValueTableScan(layout.codes(), layout.exact());
    return new SharedScan(layout, layout.outliers(), scan, layout.tablesAt());
  }

  /** Floats of scratch for so many outliers a token. */
  static int floats(int outliers) {
    return OUTLIERS + (outliers == 1 ? 0 : BLOCK * outliers);
  }

  /** Lets the next sum read its datatype. */
  void unload(float[] f) {
    f[base + MARK] = -1;
  }

  private void load(MemorySegment table, int kvHead, float[] f) {
    if (f[base + MARK] != kvHead) {
      ROWS.loadF16(table, layout.tableAt(kvHead), f, layout.levelsAt(), layout.levels());
      f[base + UNIT] = scan.book(f, layout.levelsAt(), f, base);
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
      clear(f);
      float max = weigh(block, place, from, to - from, weights, w, f, from);
      add(block, place, 0, max, j, f);
      correct(block, place, from, to - from, weights, w, j, f, from);
      finish(j, f);
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
        clear(f);
        for (int i = 0; i < n; i++) {
          int at = i * BLOCK;
          f[base + GREATEST + i] = weigh(first, place + i, 0, BLOCK, weights, w + at, f, at);
        }
        for (int i = 0; i < n; i++) {
          add(first, place + i, i * BLOCK, f[base + GREATEST + i], j, f);
        }
        correct(first, place, 0, n * BLOCK, weights, w, j, f, 0);
        finish(j, f);
      }
    }
  }

  /** Weighs tokens of one block by their scales and offsets; the greatest of the former. */
  private float weigh(
      Block block, int place, int token, int n, float[] weights, int w, float[] f, int to) {
    return WEIGHTS.weighHalves(
        block.plane(ValueLayout.PARAMETERS),
        layout.scalesAt(place, token),
        layout.offsetsAt(place, token),
        f[layout.levelsAt()],
        weights,
        w,
        n,
        f,
        base + SCALED + to,
        base + LOWEST + to,
        base + LANES);
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

  /** Adds what outliers have beyond code 0: tokens of one block, or of whole ones from place on. */
  private void correct(
      Block block,
      int place,
      int token,
      int n,
      float[] weights,
      int w,
      int query,
      float[] f,
      int to) {
    int lowest = base + LOWEST + to;
    for (int t = 0; outliers.k() > 0 && t < n; t += BLOCK) {
      int many = Math.min(BLOCK, n - t);
      int behind = place + t / BLOCK;
      int e =
          outliers.beyond(
              block, behind, token, many, weights, w + t, f, lowest + t, base + OUTLIERS);
      outliers.spread(block, behind, token, many, f, e, query * layout.headDim());
    }
  }

  /** Begins sums of offsets. */
  private void clear(float[] f) {
    Arrays.fill(f, base + LANES, base + LANES + WeightKernels.LANES, 0);
  }

  private void finish(int query, float[] f) {
    f[layout.constantsAt() + query] += ROWS.dot(f, base + LANES, ONES, 0, WeightKernels.LANES);
  }
}
