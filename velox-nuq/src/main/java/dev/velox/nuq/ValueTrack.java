package dev.velox.nuq;

import dev.velox.api.Figure;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.CodebookKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.BlockTrack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values coded token by token: what both kinds of levels share. */
abstract class ValueTrack extends BlockTrack {
  static final RowKernels ROWS = Kernels.active().rows();
  static final CodebookKernels BOOKS = Kernels.active().codebook();
  static final int STRIP = ValueLayout.STRIP;

  final ValueLayout layout;
  final TokenOutliers outliers;

  ValueTrack(TrackContext context, ValueLayout layout, @Nullable TrackState state) {
    super(context, layout.blocks(), state);
    this.layout = layout;
    this.outliers = layout.outliers();
    for (int i = 0; state != null && i < blockCount(); i++) {
      for (int h = 0; h < layout.kvHeads(); h++) {
        outliers.check(block(i), h);
      }
    }
  }

  @Override
  protected final int encodeBytes() {
    return BLOCK * headDim();
  }

  /** Codes of at most a strip of tokens, one a byte. */
  final void unpack(Block block, int kvHead, int token, int n, TrackScratch scratch) {
    long at = layout.codesAt(block.place(kvHead));
    layout
        .codes()
        .unpack(block.plane(ValueLayout.CODE_PLANE), at, token, token + n, scratch.bytes, 0);
  }

  @Override
  public void clearSums(int queries, TrackScratch scratch) {
    super.clearSums(queries, scratch);
    int constants = layout.constantsAt();
    Arrays.fill(scratch.floats, constants, constants + queries, 0f);
  }

  @Override
  public final void finishSums(
      int kvHead, int queries, float[] out, int offset, TrackScratch scratch) {
    float[] f = scratch.floats;
    int dim = headDim();
    for (int j = 0; j < queries; j++) {
      float constant = f[layout.constantsAt() + j];
      for (int c = j * dim; c < (j + 1) * dim; c++) {
        out[offset + c] += f[c] + constant;
      }
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
    throw new IllegalArgumentException("values are not scored");
  }

  @Override
  public final List<Figure> figures() {
    List<Figure> figures = new ArrayList<>(super.figures());
    double rows = 0;
    for (int i = 0; i < blockCount(); i++) {
      rows += block(i).rows();
    }
    double share = (double) outliers.k() / headDim();
    figures.add(new Figure("outliers", rows * layout.kvHeads() * outliers.k()));
    figures.add(new Figure("outlier share", rows == 0 ? 0 : share));
    return figures;
  }
}
