package dev.velox.kernels.track;

import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.layout.GroupKeyScan;
import dev.velox.kernels.layout.GroupTables;
import dev.velox.kernels.layout.GroupValueScan;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The skeleton of a block track whose tokens are coded in groups of channels. It owns the
 * arithmetic: in floats, or through tables where the layout has them and the precision allows it. A
 * method adds how codes, steps and zero points are stored, and may arrange channels in an order or
 * at a scale of its own.
 *
 * <p>Scratch: what {@link GroupStrip} says, then what {@link GroupTables} says; bytes: those of the
 * strip's codes, then those of the tables.
 *
 * <p>With {@code x = step_g * code + zero_g}, a score is {@code sum_g step_g <q_g, code_g> + zero_g
 * sum(q_g)}: the sums of q are made once a query, and zero points need no channel. A weighted sum
 * keeps {@code sum_t w_t zero_g} apart and adds it to the channels at the end.
 */
public abstract class GroupTrack extends GroupHooks {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final GroupKernels GROUPS = Kernels.active().groups();

  private final GroupStrip strip;

  /** Where scans want steps, and zero points behind them. */
  private final int stepsAt;

  private final @Nullable GroupKeyScan keys;
  private final @Nullable GroupValueScan values;

  /**
   * A track, empty or with the contents of a state.
   *
   * @param context shape and memory
   * @param layout what a block consists of
   * @param strip groups, and what scratch holds
   * @param tables the layout of codes for tables, or null for one of the method's own
   * @param state the contents, or null for an empty track
   */
  protected GroupTrack(
      TrackContext context,
      BlockLayout layout,
      GroupStrip strip,
      @Nullable GroupTables tables,
      @Nullable TrackState state) {
    super(context, layout, state);
    this.strip = strip;
    this.stepsAt = tables == null ? 0 : strip.floats() + tables.steps();
    Precision precision = context.precision();
    boolean exact = precision == Precision.EXACT;
    boolean coded = tables != null && GroupTables.serve();
    boolean forKeys = context.role() == Role.KEYS;
    this.keys = tables != null && coded && forKeys ? new GroupKeyScan(tables, precision) : null;
    this.values = tables != null && coded && !forKeys ? new GroupValueScan(tables, exact) : null;
  }

  /** Unpacks tokens into the strip: their codes as floats, a step and a zero point a group. */
  private void unpack(Block block, int kvHead, int token, int count, TrackScratch scratch) {
    unpackCodes(block, kvHead, token, count, scratch);
    float[] f = scratch.floats;
    int one = strip.oneGroupAt();
    int groups = strip.groups();
    for (int g = 0; g < groups; g++) {
      loadGroup(block, kvHead, g, token, count, f, one, one + count);
      for (int t = 0; t < count; t++) {
        f[strip.stepsAt() + t * groups + g] = f[one + t];
        f[strip.zerosAt() + t * groups + g] = f[one + count + t];
      }
    }
  }

  @Override
  public void prepareQueries(
      int kvHead, int queries, float[] q, int qOffset, TrackScratch scratch) {
    float[] f = scratch.floats;
    for (int j = 0; j < queries; j++) {
      arrangeQuery(kvHead, q, qOffset + j * headDim(), f, j * headDim());
      for (int g = 0; g < strip.groups(); g++) {
        int from = j * headDim() + g * strip.group();
        int to = Math.min(from + strip.group(), (j + 1) * headDim());
        double sum = 0;
        for (int c = from; c < to; c++) {
          sum += f[c];
        }
        f[strip.sumsAt() + j * strip.groups() + g] = (float) sum;
      }
    }
    if (keys != null) {
      keys.prepare(queries, scratch, strip.floats());
    }
  }

  /** Unpacks tokens and multiplies each code by its step; their zero points stay beside. */
  private void load(Block block, int kvHead, int token, int count, TrackScratch scratch) {
    unpack(block, kvHead, token, count, scratch);
    float[] f = scratch.floats;
    GROUPS.scaleGroups(f, strip.codesAt(), count, headDim(), strip.group(), f, strip.stepsAt());
  }

  /**
   * Decodes tokens into the strip, arranged as codes are: their floats stand where their codes do.
   *
   * @param block the block
   * @param kvHead which head
   * @param token first token within the block
   * @param count at most {@link GroupStrip#tokens}
   * @param scratch receives them
   */
  protected final void decodeStrip(
      Block block, int kvHead, int token, int count, TrackScratch scratch) {
    load(block, kvHead, token, count, scratch);
    for (int t = 0; t < count; t++) {
      int zeros = strip.zerosAt() + t * strip.groups();
      GroupZeros.add(strip, scratch.floats, zeros, strip.codesAt() + t * headDim());
    }
  }

  @Override
  protected final void scoreBlock(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    float[] f = scratch.floats;
    int dim = headDim();
    if (keys != null) {
      loadBlock(block, 0, kvHead, f, stepsAt);
      keys.score(
          codes(block),
          codesAt(block, kvHead),
          from,
          to,
          queries,
          strip.sumsAt(),
          scores,
          offset,
          stride,
          scratch,
          strip.floats());
      return;
    }
    for (int t = from; t < to; t += strip.tokens()) {
      int n = Math.min(strip.tokens(), to - t);
      load(block, kvHead, t, n, scratch);
      int at = offset + t - from;
      ROWS.scoreRows(f, strip.codesAt(), n, dim, f, 0, queries, dim, scores, at, stride);
      GroupZeros.score(strip, n, queries, f, scores, at, stride);
    }
  }

  @Override
  protected final boolean scoreBlocks(
      Block first,
      int count,
      int kvHead,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    if (keys == null) {
      return false;
    }
    float[] f = scratch.floats;
    long at = codesAt(first, kvHead);
    long bytes = stride();
    int to = offset;
    int sums = strip.sumsAt();
    int work = strip.floats();
    for (int b = 0; b < count; b++, at += bytes, to += BLOCK) {
      loadBlock(first, b, kvHead, f, stepsAt);
      keys.score(codes(first), at, 0, BLOCK, queries, sums, scores, to, stride, scratch, work);
    }
    return true;
  }

  @Override
  public void clearSums(int queries, TrackScratch scratch) {
    super.clearSums(queries, scratch);
    int at = strip.sumsAt();
    Arrays.fill(scratch.floats, at, at + queries * strip.groups(), 0f);
  }

  @Override
  protected final void accumulateBlock(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch) {
    float[] f = scratch.floats;
    int dim = headDim();
    int groups = strip.groups();
    int sums = strip.sumsAt();
    if (values != null) {
      loadBlock(block, 0, kvHead, f, stepsAt);
      values.accumulate(
          codes(block),
          codesAt(block, kvHead),
          from,
          to,
          queries,
          weights,
          offset,
          stride,
          0,
          sums,
          scratch,
          strip.floats());
      return;
    }
    for (int t = from; t < to; t += strip.tokens()) {
      int n = Math.min(strip.tokens(), to - t);
      load(block, kvHead, t, n, scratch);
      int at = offset + t - from;
      ROWS.accumulateRows(f, strip.codesAt(), n, dim, weights, at, queries, stride, f, 0, dim);
      ROWS.accumulateRows(
          f, strip.zerosAt(), n, groups, weights, at, queries, stride, f, sums, groups);
    }
  }

  @Override
  protected final boolean accumulateBlocks(
      Block first,
      int count,
      int kvHead,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch) {
    if (values == null) {
      return false;
    }
    float[] f = scratch.floats;
    long at = codesAt(first, kvHead);
    long bytes = stride();
    int work = strip.floats();
    for (int b = 0; b < count; b++, at += bytes) {
      loadBlock(first, b, kvHead, f, stepsAt);
      for (int j = 0; j < queries; j++) {
        int w = offset + j * stride + b * BLOCK;
        values.weigh(weights, w, f, strip.sumsAt() + j * strip.groups(), work);
        values.add(codes(first), at, f, j * headDim(), work);
      }
    }
    return true;
  }

  @Override
  public void finishSums(int kvHead, int queries, float[] out, int offset, TrackScratch scratch) {
    float[] f = scratch.floats;
    for (int j = 0; j < queries; j++) {
      GroupZeros.add(strip, f, strip.sumsAt() + j * strip.groups(), j * headDim());
      addArranged(kvHead, f, j * headDim(), out, offset + j * headDim());
    }
  }
}
