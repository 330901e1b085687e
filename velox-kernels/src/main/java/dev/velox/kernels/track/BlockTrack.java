package dev.velox.kernels.track;

import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The skeleton of a track that keeps rows in sealed blocks of up to 64 tokens. It owns the blocks,
 * the frozen tables and the walk over a range; a method adds how a block is coded and read.
 *
 * <p>Scratch: {@code floats[0 .. 8 * headDim)} holds the prepared queries or the running sums, one
 * query after the other; what lies beyond is the method's.
 */
public abstract class BlockTrack extends BlockHooks {
  private @Nullable TrackScratch encodeWork;

  /**
   * A track, empty or with the contents of a state.
   *
   * @param context shape and memory
   * @param layout what a block consists of
   * @param state the contents, or null for an empty track
   */
  protected BlockTrack(TrackContext context, BlockLayout layout, @Nullable TrackState state) {
    super(context, layout, state);
  }

  @Override
  public void encode(int kvHead, float[] rows, int offset) {
    TrackScratch work = work();
    if (fitting) {
      fit(kvHead, rows, offset, rowsFrom(blocks.get(appended)), work);
    }
    encodeBlocks(kvHead, rows, offset, work);
  }

  /** Working memory that all heads of one append use, one after the other. */
  private TrackScratch work() {
    TrackScratch held = encodeWork;
    if (held == null) {
      held = new TrackScratch(encodeFloats(), encodeBytes());
      encodeWork = held;
    }
    return held;
  }

  /**
   * Encodes as {@link #encode}, the fit weighted: what a {@link dev.velox.api.spi.WeightedFit}
   * does.
   *
   * @param kvHead which head
   * @param rows floats {@code [rows][headDim]}; may be overwritten
   * @param offset first float
   * @param weights one a row, 0 or more
   * @param wOffset the first
   */
  protected final void encodeWithWeights(
      int kvHead, float[] rows, int offset, float[] weights, int wOffset) {
    TrackScratch work = work();
    if (fitting) {
      int count = rowsFrom(blocks.get(appended));
      fitWeighted(kvHead, rows, offset, count, weights, wOffset, work);
    }
    encodeBlocks(kvHead, rows, offset, work);
  }

  private void encodeBlocks(int kvHead, float[] rows, int offset, TrackScratch work) {
    int at = offset;
    for (int i = appended; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      encodeBlock(block, kvHead, rows, at, work);
      at += block.rows() * headDim;
    }
    if (kvHead == kvHeads() - 1) {
      encodeWork = null;
    }
  }

  @Override
  public void prepareQueries(
      int kvHead, int queries, float[] q, int qOffset, TrackScratch scratch) {
    System.arraycopy(q, qOffset, scratch.floats, 0, queries * headDim);
  }

  @Override
  public final void score(
      int kvHead,
      int from,
      int to,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    int last = check(from, to);
    int alone = 0;
    for (int i = blocks.indexOf(from); i < last; i++) {
      Block block = blocks.get(i);
      int low = Math.max(from, block.start());
      int high = Math.min(to, block.end());
      int whole = i >= alone && low == block.start() ? blocks.together(i, to) : 0;
      if (whole > 0
          && scoreBlocks(
              block, whole, kvHead, queries, scores, offset + low - from, stride, scratch)) {
        i += whole - 1;
        continue;
      }
      alone = Math.max(alone, i + whole);
      scoreBlock(
          block,
          kvHead,
          low - block.start(),
          high - block.start(),
          queries,
          scores,
          offset + low - from,
          stride,
          scratch);
    }
  }

  @Override
  public void clearSums(int queries, TrackScratch scratch) {
    Arrays.fill(scratch.floats, 0, queries * headDim, 0f);
  }

  @Override
  public final void accumulate(
      int kvHead,
      int from,
      int to,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch) {
    int last = check(from, to);
    int alone = 0;
    for (int i = blocks.indexOf(from); i < last; i++) {
      Block block = blocks.get(i);
      int low = Math.max(from, block.start());
      int high = Math.min(to, block.end());
      int whole = i >= alone && low == block.start() ? blocks.together(i, to) : 0;
      if (whole > 0
          && accumulateBlocks(
              block, whole, kvHead, queries, weights, offset + low - from, stride, scratch)) {
        i += whole - 1;
        continue;
      }
      alone = Math.max(alone, i + whole);
      accumulateBlock(
          block,
          kvHead,
          low - block.start(),
          high - block.start(),
          queries,
          weights,
          offset + low - from,
          stride,
          scratch);
    }
  }

  @Override
  public void finishSums(int kvHead, int queries, float[] out, int offset, TrackScratch scratch) {
    for (int i = 0; i < queries * headDim; i++) {
      out[offset + i] += scratch.floats[i];
    }
  }

  @Override
  public final void decode(
      int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    int last = check(from, to);
    for (int i = blocks.indexOf(from); i < last; i++) {
      Block block = blocks.get(i);
      int low = Math.max(from, block.start());
      int high = Math.min(to, block.end());
      int at = offset + (low - from) * headDim;
      decodeBlock(block, kvHead, low - block.start(), high - block.start(), rows, at, scratch);
    }
  }
}
