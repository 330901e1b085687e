package dev.velox.nuq;

import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.WeightedFit;
import dev.velox.kernels.layout.LevelScan;
import dev.velox.kernels.track.Block;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values under one datatype a head: {@code x = offset_t + scale_t * level[code]}. A weighted sum
 * adds {@code w_t scale_t * level[code]} channel by channel, and {@code w_t offset_t} once for all
 * of them.
 */
final class SharedValueTrack extends ValueTrack implements WeightedFit {
  private final @Nullable SharedScan scan;

  SharedValueTrack(TrackContext context, ValueLayout layout, @Nullable TrackState state) {
    super(context, layout, state);
    this.scan = layout.scanned() ? SharedScan.of(layout) : null;
  }

  @Override
  public void encode(int kvHead, float[] rows, int offset, float[] weights, int wOffset) {
    encodeWithWeights(kvHead, rows, offset, weights, wOffset);
  }

  @Override
  protected void fit(int kvHead, float[] rows, int offset, int count, TrackScratch work) {
    levels(kvHead, rows, offset, count, null);
  }

  @Override
  protected void fitWeighted(
      int kvHead,
      float[] rows,
      int offset,
      int count,
      float[] weights,
      int wOffset,
      TrackScratch work) {
    float[] own = Arrays.copyOfRange(weights, wOffset, wOffset + count);
    levels(kvHead, rows, offset, count, own);
  }

  private void levels(int kvHead, float[] rows, int offset, int count, float @Nullable [] weights) {
    addClamped(Bits16.clamp(rows, offset, count * headDim()));
    int asked = layout.settings().fitTokens();
    int n = asked == 0 ? count : Math.min(asked, count);
    float[] levels = SharedFit.levels(layout, rows, offset, n, weights);
    ROWS.storeF16(levels, 0, table(0), layout.tableAt(kvHead), levels.length);
  }

  @Override
  protected int encodeFloats() {
    return 0;
  }

  @Override
  protected void encodeBlock(Block block, int kvHead, float[] rows, int offset, TrackScratch work) {
    int dim = headDim();
    addClamped(Bits16.clamp(rows, offset, block.rows() * dim));
    float[] levels = new float[layout.levels()];
    ROWS.loadF16(table(0), layout.tableAt(kvHead), levels, 0, levels.length);
    DenseRow row = new DenseRow(dim, outliers.k());
    TokenGrid grid = new TokenGrid(layout.settings().bits(), levels, row.count());
    byte[] codes = work.bytes;
    Arrays.fill(codes, block.rows() * dim, BLOCK * dim, (byte) 0);
    for (int t = 0; t < block.rows(); t++) {
      row.take(rows, offset + t * dim);
      grid.code(row.x, row.count());
      row.spread(grid.codes, codes, t * dim);
      outliers.store(block, kvHead, t, row, codes, t * dim);
      Bits16.set(
          block.plane(ValueLayout.PARAMETERS),
          layout.offsetsAt(block.place(kvHead), t),
          grid.offset());
      Bits16.set(
          block.plane(ValueLayout.PARAMETERS),
          layout.scalesAt(block.place(kvHead), t),
          grid.scale());
    }
    layout
        .codes()
        .pack(codes, 0, block.plane(ValueLayout.CODE_PLANE), layout.codesAt(block.place(kvHead)));
  }

  private void parameters(Block block, int kvHead, int token, int n, float[] f) {
    var plane = block.plane(ValueLayout.PARAMETERS);
    ROWS.loadF16(plane, layout.offsetsAt(block.place(kvHead), token), f, layout.offsetsAt(), n);
    ROWS.loadF16(plane, layout.scalesAt(block.place(kvHead), token), f, layout.scalesAt(), n);
  }

  private void levels(
      Block block, int kvHead, int token, int n, TrackScratch scratch, float[] rows, int offset) {
    unpack(block, kvHead, token, n, scratch);
    int bits = layout.settings().bits();
    float[] f = scratch.floats;
    BOOKS.levels(scratch.bytes, 0, n, headDim(), bits, f, layout.levelsAt(), 0, rows, offset);
  }

  private void loadTable(int kvHead, float[] f) {
    ROWS.loadF16(table(0), layout.tableAt(kvHead), f, layout.levelsAt(), layout.levels());
  }

  @Override
  public void clearSums(int queries, TrackScratch scratch) {
    super.clearSums(queries, scratch);
    if (scan != null) {
      scan.unload(scratch.floats);
    }
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
    if (scan == null) {
      return false;
    }
    scan.accumulateTogether(
        first, count, table(0), kvHead, queries, weights, offset, stride, scratch);
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
    if (scan != null) {
      scan.accumulate(block, table(0), kvHead, from, to, queries, weights, offset, stride, scratch);
      return;
    }
    float[] f = scratch.floats;
    int dim = headDim();
    int strip = layout.stripAt();
    int products = layout.productsAt();
    boolean few = queries < LevelScan.MANY && LevelScan.serves(layout.codes());
    loadTable(kvHead, f);
    for (int token = from; token < to; token += STRIP) {
      int n = Math.min(STRIP, to - token);
      int w = offset + token - from;
      if (few) {
        unpack(block, kvHead, token, n, scratch);
      } else {
        levels(block, kvHead, token, n, scratch, f, strip);
      }
      parameters(block, kvHead, token, n, f);
      for (int j = 0; j < queries; j++) {
        float constant = f[layout.constantsAt() + j];
        for (int t = 0; t < n; t++) {
          float weight = weights[w + j * stride + t];
          f[products + j * STRIP + t] = weight * f[layout.scalesAt() + t];
          constant = Math.fma(weight, f[layout.offsetsAt() + t], constant);
        }
        f[layout.constantsAt() + j] = constant;
        if (few) {
          int p = products + j * STRIP;
          LevelScan.add(layout.codes(), scratch.bytes, n, f, layout.levelsAt(), f, p, f, j * dim);
        }
      }
      if (!few) {
        ROWS.accumulateRows(f, strip, n, dim, f, products, queries, STRIP, f, 0, dim);
      }
      for (int t = 0; t < n; t++) {
        float zero =
            Math.fma(f[layout.scalesAt() + t], f[layout.levelsAt()], f[layout.offsetsAt() + t]);
        outliers.addSums(block, kvHead, token + t, zero, queries, weights, w + t, stride, f);
      }
    }
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    float[] f = scratch.floats;
    int dim = headDim();
    loadTable(kvHead, f);
    if (scan != null) {
      scan.unload(f);
    }
    for (int token = from; token < to; token += STRIP) {
      int n = Math.min(STRIP, to - token);
      int at = offset + (token - from) * dim;
      levels(block, kvHead, token, n, scratch, rows, at);
      parameters(block, kvHead, token, n, f);
      for (int t = 0; t < n; t++, at += dim) {
        float scale = f[layout.scalesAt() + t];
        float middle = f[layout.offsetsAt() + t];
        for (int c = at; c < at + dim; c++) {
          rows[c] = Math.fma(scale, rows[c], middle);
        }
        outliers.patch(block, kvHead, token + t, rows, at);
      }
    }
  }
}
