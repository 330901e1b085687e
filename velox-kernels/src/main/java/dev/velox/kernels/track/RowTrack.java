package dev.velox.kernels.track;

import dev.velox.api.spi.Quantizer;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import org.jspecify.annotations.Nullable;

/** Rows coded one by one by a {@link Quantizer}, 64 to a block, token after token. */
final class RowTrack extends BlockTrack {
  private final Quantizer quantizer;
  private final int codeBytes;
  private final int workAt;

  RowTrack(
      TrackContext context, BlockLayout layout, Quantizer quantizer, @Nullable TrackState state) {
    super(context, layout, state);
    this.quantizer = quantizer;
    this.codeBytes = quantizer.codeBytes();
    this.workAt = MAX_QUERIES * headDim();
  }

  private long at(Block block, int kvHead, int token) {
    return ((long) block.place(kvHead) * BLOCK + token) * codeBytes;
  }

  @Override
  protected int encodeFloats() {
    return quantizer.scratchFloats();
  }

  @Override
  protected void encodeBlock(Block block, int kvHead, float[] rows, int offset, TrackScratch work) {
    for (int t = 0; t < block.rows(); t++) {
      int row = offset + t * headDim();
      quantizer.encode(rows, row, block.plane(0), at(block, kvHead, t), work.floats, 0);
    }
  }

  @Override
  public void prepareQueries(
      int kvHead, int queries, float[] q, int qOffset, TrackScratch scratch) {
    super.prepareQueries(kvHead, queries, q, qOffset, scratch);
    for (int j = 0; j < queries; j++) {
      quantizer.prepareQuery(scratch.floats, j * headDim());
    }
  }

  @Override
  protected void scoreBlock(
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
    for (int t = from; t < to; t++) {
      long at = at(block, kvHead, t);
      int score = offset + t - from;
      quantizer.dot(queries, f, 0, block.plane(0), at, scores, score, stride, f, workAt);
    }
  }

  @Override
  protected void accumulateBlock(
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
    for (int t = from; t < to; t++) {
      long at = at(block, kvHead, t);
      int weight = offset + t - from;
      quantizer.addScaled(queries, weights, weight, stride, block.plane(0), at, f, 0, f, workAt);
    }
  }

  @Override
  public void finishSums(int kvHead, int queries, float[] out, int offset, TrackScratch scratch) {
    for (int j = 0; j < queries; j++) {
      quantizer.finishSum(scratch.floats, j * headDim());
    }
    super.finishSums(kvHead, queries, out, offset, scratch);
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    for (int t = from; t < to; t++) {
      int row = offset + (t - from) * headDim();
      quantizer.decode(block.plane(0), at(block, kvHead, t), rows, row, scratch.floats, workAt);
    }
  }
}
