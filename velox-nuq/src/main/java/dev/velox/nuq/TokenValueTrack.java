package dev.velox.nuq;

import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.CodebookKernels;
import dev.velox.kernels.track.Block;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values with levels of their own for each token: a weighted sum adds {@code w_t level_t[code]}.
 */
final class TokenValueTrack extends ValueTrack {

  TokenValueTrack(TrackContext context, ValueLayout layout, @Nullable TrackState state) {
    super(context, layout, state);
  }

  @Override
  protected int encodeFloats() {
    return headDim();
  }

  @Override
  protected void encodeBlock(Block block, int kvHead, float[] rows, int offset, TrackScratch work) {
    int dim = headDim();
    int bits = layout.settings().bits();
    addClamped(Bits16.clamp(rows, offset, block.rows() * dim));
    DenseRow row = new DenseRow(dim, outliers.k());
    int n = row.count();
    LevelFit fit = new LevelFit(layout.levels(), n);
    float[] levels = new float[layout.levels()];
    byte[] dense = new byte[n];
    byte[] codes = work.bytes;
    Arrays.fill(codes, block.rows() * dim, BLOCK * dim, (byte) 0);
    for (int t = 0; t < block.rows(); t++) {
      row.take(rows, offset + t * dim);
      System.arraycopy(row.x, 0, work.floats, 0, n);
      fit.take(work.floats, 0, n, null);
      fit.fit(layout.settings().sweeps());
      for (int j = 0; j < levels.length; j++) {
        levels[j] = Bits16.round(fit.level(j));
      }
      float[] bounds = CodebookKernels.bounds(levels);
      BOOKS.nearest(row.x, 0, n, 1f, bounds, 0, bits, dense, 0);
      row.spread(dense, codes, t * dim);
      outliers.store(block, kvHead, t, row, codes, t * dim);
      long at = layout.tokenLevelsAt(block.place(kvHead), t);
      ROWS.storeF16(levels, 0, block.plane(ValueLayout.PARAMETERS), at, levels.length);
    }
    layout
        .codes()
        .pack(codes, 0, block.plane(ValueLayout.CODE_PLANE), layout.codesAt(block.place(kvHead)));
  }

  private void levels(
      Block block, int kvHead, int token, int n, TrackScratch scratch, float[] rows, int offset) {
    float[] f = scratch.floats;
    int dim = headDim();
    int levels = layout.levels();
    int bits = layout.settings().bits();
    unpack(block, kvHead, token, n, scratch);
    long from = layout.tokenLevelsAt(block.place(kvHead), token);
    ROWS.loadF16(block.plane(ValueLayout.PARAMETERS), from, f, layout.levelsAt(), n * levels);
    for (int t = 0; t < n; t++) {
      int table = layout.levelsAt() + t * levels;
      BOOKS.levels(scratch.bytes, t * dim, 1, dim, bits, f, table, 0, rows, offset + t * dim);
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
    int dim = headDim();
    for (int token = from; token < to; token += STRIP) {
      int n = Math.min(STRIP, to - token);
      int w = offset + token - from;
      levels(block, kvHead, token, n, scratch, f, layout.stripAt());
      ROWS.accumulateRows(f, layout.stripAt(), n, dim, weights, w, queries, stride, f, 0, dim);
      for (int t = 0; t < n; t++) {
        float zero = f[layout.levelsAt() + t * layout.levels()];
        outliers.addSums(block, kvHead, token + t, zero, queries, weights, w + t, stride, f);
      }
    }
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    for (int token = from; token < to; token += STRIP) {
      int n = Math.min(STRIP, to - token);
      int at = offset + (token - from) * headDim();
      levels(block, kvHead, token, n, scratch, rows, at);
      for (int t = 0; t < n; t++) {
        outliers.patch(block, kvHead, token + t, rows, at + t * headDim());
      }
    }
  }
}
