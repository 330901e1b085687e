package dev.velox.baselines;

import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.BlockLayout;
import dev.velox.kernels.track.BlockTrack;
import org.jspecify.annotations.Nullable;

/** Rows of 32-bit floats, token after token. */
final class F32Track extends BlockTrack {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final int BYTES = 4;

  F32Track(TrackContext context, BlockLayout layout, @Nullable TrackState state) {
    super(context, layout, state);
  }

  private long at(Block block, int kvHead, int token) {
    return ((long) block.place(kvHead) * BLOCK + token) * headDim() * BYTES;
  }

  @Override
  protected void encodeBlock(Block block, int kvHead, float[] rows, int offset, TrackScratch work) {
    int numbers = block.rows() * headDim();
    ROWS.storeF32(rows, offset, block.plane(0), at(block, kvHead, 0), numbers);
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
    int dim = headDim();
    long at = at(block, kvHead, from);
    ROWS.scoreRowsF32(
        block.plane(0),
        at,
        to - from,
        dim,
        scratch.floats,
        0,
        queries,
        dim,
        scores,
        offset,
        stride);
  }

  @Override
  protected boolean scoreBlocks(
      Block first,
      int count,
      int kvHead,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    int dim = headDim();
    long at = at(first, kvHead, 0);
    ROWS.scoreRowsF32(
        first.plane(0),
        at,
        count * BLOCK,
        dim,
        scratch.floats,
        0,
        queries,
        dim,
        scores,
        offset,
        stride);
    return true;
  }

  @Override
  protected boolean accumulateBlocks(
      Block first,
      int count,
      int kvHead,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch) {
    int dim = headDim();
    long at = at(first, kvHead, 0);
    ROWS.accumulateRowsF32(
        first.plane(0),
        at,
        count * BLOCK,
        dim,
        weights,
        offset,
        queries,
        stride,
        scratch.floats,
        0,
        dim);
    return true;
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
    int dim = headDim();
    long at = at(block, kvHead, from);
    ROWS.accumulateRowsF32(
        block.plane(0),
        at,
        to - from,
        dim,
        weights,
        offset,
        queries,
        stride,
        scratch.floats,
        0,
        dim);
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    ROWS.loadF32(block.plane(0), at(block, kvHead, from), rows, offset, (to - from) * headDim());
  }
}
