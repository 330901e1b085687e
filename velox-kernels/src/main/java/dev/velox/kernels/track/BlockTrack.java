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
public abstract class BlockTrack extends BlockStore {

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

  /**
   * Floats of working memory {@link #encodeBlock} and {@link #fit} may use.
   *
   * @return floats, 0 if not said otherwise
   */
  protected int encodeFloats() {
    return 0;
  }

  /**
   * Bytes of working memory {@link #encodeBlock} and {@link #fit} may use.
   *
   * @return bytes, 0 if not said otherwise
   */
  protected int encodeBytes() {
    return 0;
  }

  /**
   * Fills the part of the frozen tables that belongs to a head, from the first append. Called
   * before that append's first {@link #encodeBlock} of the head.
   *
   * @param kvHead which head
   * @param rows floats {@code [count][headDim]}
   * @param offset first float
   * @param count rows of the first append
   * @param work working memory
   */
  protected void fit(int kvHead, float[] rows, int offset, int count, TrackScratch work) {}

  /**
   * As {@link #fit}, with a weight for each row. A track that takes weights says so by {@link
   * dev.velox.api.spi.WeightedFit}; the others never see this call.
   *
   * @param kvHead which head
   * @param rows floats {@code [count][headDim]}
   * @param offset first float
   * @param count rows of the first append
   * @param weights one a row, 0 or more
   * @param wOffset the first
   * @param work working memory
   */
  protected void fitWeighted(
      int kvHead,
      float[] rows,
      int offset,
      int count,
      float[] weights,
      int wOffset,
      TrackScratch work) {
    fit(kvHead, rows, offset, count, work);
  }

  /**
   * Codes one block of one head.
   *
   * @param block an empty block
   * @param kvHead which head
   * @param rows floats {@code [block.rows()][headDim]}; may be overwritten
   * @param offset first float
   * @param work working memory
   */
  protected abstract void encodeBlock(
      Block block, int kvHead, float[] rows, int offset, TrackScratch work);

  /**
   * Dot products of the prepared queries with part of a block.
   *
   * @param block the block
   * @param kvHead which head
   * @param from first token within the block
   * @param to one past the last
   * @param queries how many
   * @param scores receives {@code scores[offset + j * stride + (t - from)]}
   * @param offset first float
   * @param stride floats between queries
   * @param scratch as prepared
   */
  protected abstract void scoreBlock(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch);

  /**
   * As {@link #scoreBlock}, for whole blocks of 64 tokens that lie one after the other in memory.
   *
   * @param first the first block
   * @param count how many blocks; the memory of block i lies i places behind that of the first
   * @param kvHead which head
   * @param queries how many
   * @param scores receives {@code scores[offset + j * stride + t]}
   * @param offset first float
   * @param stride floats between queries
   * @param scratch as prepared
   * @return false if the method takes them one by one
   */
  protected boolean scoreBlocks(
      Block first,
      int count,
      int kvHead,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    return false;
  }

  /**
   * Adds part of a block, weighted, to the running sums.
   *
   * @param block the block
   * @param kvHead which head
   * @param from first token within the block
   * @param to one past the last
   * @param queries how many
   * @param weights {@code weights[offset + j * stride + (t - from)]}
   * @param offset first float
   * @param stride floats between queries
   * @param scratch holds the sums
   */
  protected abstract void accumulateBlock(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch);

  /**
   * As {@link #accumulateBlock}, for whole blocks of 64 tokens that lie one after the other.
   *
   * @param first the first block
   * @param count how many blocks; the memory of block i lies i places behind that of the first
   * @param kvHead which head
   * @param queries how many
   * @param weights {@code weights[offset + j * stride + t]}
   * @param offset first float
   * @param stride floats between queries
   * @param scratch holds the sums
   * @return false if the method takes them one by one
   */
  protected boolean accumulateBlocks(
      Block first,
      int count,
      int kvHead,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch) {
    return false;
  }

  /**
   * Decodes part of a block.
   *
   * @param block the block
   * @param kvHead which head
   * @param from first token within the block
   * @param to one past the last
   * @param rows receives {@code [to - from][headDim]}
   * @param offset first float
   * @param scratch working memory
   */
  protected abstract void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch);

  @Override
  public void encode(int kvHead, float[] rows, int offset) {
    TrackScratch work = new TrackScratch(encodeFloats(), encodeBytes());
    if (fitting) {
      fit(kvHead, rows, offset, rowsFrom(blocks.get(appended)), work);
    }
    encodeBlocks(kvHead, rows, offset, work);
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
    TrackScratch work = new TrackScratch(encodeFloats(), encodeBytes());
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
    for (int i = blocks.indexOf(from); i < last; i++) {
      Block block = blocks.get(i);
      int low = Math.max(from, block.start());
      int high = Math.min(to, block.end());
      int whole = low == block.start() ? blocks.together(i, to) : 0;
      if (whole > 0
          && scoreBlocks(
              block, whole, kvHead, queries, scores, offset + low - from, stride, scratch)) {
        i += whole - 1;
        continue;
      }
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
    for (int i = blocks.indexOf(from); i < last; i++) {
      Block block = blocks.get(i);
      int low = Math.max(from, block.start());
      int high = Math.min(to, block.end());
      int whole = low == block.start() ? blocks.together(i, to) : 0;
      if (whole > 0
          && accumulateBlocks(
              block, whole, kvHead, queries, weights, offset + low - from, stride, scratch)) {
        i += whole - 1;
        continue;
      }
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
