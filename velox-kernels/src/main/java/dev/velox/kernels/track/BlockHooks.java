package dev.velox.kernels.track;

import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import org.jspecify.annotations.Nullable;

/** What a method adds to a track of sealed blocks: how a block is coded and read. */
abstract class BlockHooks extends BlockStore {

  BlockHooks(TrackContext context, BlockLayout layout, @Nullable TrackState state) {
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
}
