package dev.velox.baselines;

import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.BlockTrack;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tokens coded in groups of channels.
 *
 * <p>With {@code x = scale_g * code + zero_g}, a score is {@code sum_g scale_g <q_g, code_g> +
 * zero_g sum(q_g)}: the sums of q are made once a query, and zero points need no channel. A
 * weighted sum keeps {@code sum_t w_t zero_g} apart and adds it to the channels at the end.
 */
final class TokenGroupTrack extends BlockTrack {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final GroupKernels GROUPS = Kernels.active().groups();
  private static final int CODE_PLANE = 0;
  private static final int PARAMETERS = 1;

  private final TokenGroups shape;
  private final TokenGroupEncoder encoder;

  TokenGroupTrack(TrackContext context, TokenGroups shape, @Nullable TrackState state) {
    super(context, shape.layout(context.role()), state);
    this.shape = shape;
    this.encoder = new TokenGroupEncoder(shape);
  }

  @Override
  protected int encodeFloats() {
    return encoder.floats();
  }

  @Override
  protected int encodeBytes() {
    return encoder.bytes();
  }

  @Override
  protected void encodeBlock(Block block, int kvHead, float[] rows, int offset, TrackScratch work) {
    addClamped(
        encoder.encode(
            block.plane(CODE_PLANE),
            block.plane(PARAMETERS),
            kvHead,
            rows,
            offset,
            block.rows(),
            work.floats,
            work.bytes));
  }

  @Override
  public void prepareQueries(
      int kvHead, int queries, float[] q, int qOffset, TrackScratch scratch) {
    super.prepareQueries(kvHead, queries, q, qOffset, scratch);
    for (int j = 0; j < queries; j++) {
      for (int g = 0; g < shape.groups(); g++) {
        int from = qOffset + j * headDim() + g * shape.group();
        int to = Math.min(from + shape.group(), qOffset + (j + 1) * headDim());
        double sum = 0;
        for (int c = from; c < to; c++) {
          sum += q[c];
        }
        scratch.floats[shape.sumsAt() + j * shape.groups() + g] = (float) sum;
      }
    }
  }

  /** Unpacks tokens and multiplies each code by its step; their zero points come beside. */
  private void load(Block block, int kvHead, int token, int count, float[] f) {
    int groups = shape.groups();
    unpack(block, kvHead, token, count, f, shape.stripAt());
    scales(block, kvHead, token, count, f);
    GROUPS.scaleGroups(
        f, shape.stripAt(), count, headDim(), shape.group(), f, shape.stripScalesAt());
    zeros(block, kvHead, token, count * groups, f);
  }

  private void unpack(Block block, int kvHead, int token, int count, float[] to, int at) {
    if (headDim() * shape.bits() % Byte.SIZE == 0) {
      long from = shape.codesAt(kvHead, token);
      CODES.unpackFloats(shape.bits(), block.plane(CODE_PLANE), from, count * headDim(), to, at);
      return;
    }
    for (int t = 0; t < count; t++) {
      long from = shape.codesAt(kvHead, token + t);
      CODES.unpackFloats(
          shape.bits(), block.plane(CODE_PLANE), from, headDim(), to, at + t * headDim());
    }
  }

  private void scales(Block block, int kvHead, int token, int count, float[] f) {
    int n = count * shape.groups();
    long from = shape.scalesAt(kvHead, token);
    ROWS.loadF16(block.plane(PARAMETERS), from, f, shape.stripScalesAt(), n);
    if (shape.bits() == 1) {
      ROWS.scale(GroupGrid.unit(1), f, shape.stripScalesAt(), n);
    }
  }

  private void zeros(Block block, int kvHead, int token, int n, float[] f) {
    long from = shape.zerosAt(kvHead, token);
    ROWS.loadF16(block.plane(PARAMETERS), from, f, shape.stripZerosAt(), n);
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
    int dim = headDim();
    int groups = shape.groups();
    for (int t = from; t < to; t += shape.strip()) {
      int n = Math.min(shape.strip(), to - t);
      load(block, kvHead, t, n, f);
      int at = offset + t - from;
      ROWS.scoreRows(f, shape.stripAt(), n, dim, f, 0, queries, dim, scores, at, stride);
      addZeros(n, queries, f, scores, at, stride, groups);
    }
  }

  private void addZeros(
      int n, int queries, float[] f, float[] scores, int offset, int stride, int groups) {
    for (int j = 0; j < queries; j++) {
      int sums = shape.sumsAt() + j * groups;
      for (int t = 0; t < n; t++) {
        int zeros = shape.stripZerosAt() + t * groups;
        float sum = 0;
        for (int g = 0; g < groups; g++) {
          sum = Math.fma(f[zeros + g], f[sums + g], sum);
        }
        scores[offset + j * stride + t] += sum;
      }
    }
  }

  @Override
  public void clearSums(int queries, TrackScratch scratch) {
    super.clearSums(queries, scratch);
    int at = shape.sumsAt();
    Arrays.fill(scratch.floats, at, at + queries * shape.groups(), 0f);
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
    int groups = shape.groups();
    for (int t = from; t < to; t += shape.strip()) {
      int n = Math.min(shape.strip(), to - t);
      load(block, kvHead, t, n, f);
      int at = offset + t - from;
      ROWS.accumulateRows(f, shape.stripAt(), n, dim, weights, at, queries, stride, f, 0, dim);
      ROWS.accumulateRows(
          f,
          shape.stripZerosAt(),
          n,
          groups,
          weights,
          at,
          queries,
          stride,
          f,
          shape.sumsAt(),
          groups);
    }
  }

  @Override
  public void finishSums(int kvHead, int queries, float[] out, int offset, TrackScratch scratch) {
    float[] f = scratch.floats;
    for (int j = 0; j < queries; j++) {
      int zeros = shape.sumsAt() + j * shape.groups();
      for (int g = 0; g < shape.groups(); g++) {
        float zero = f[zeros + g];
        int from = g * shape.group();
        int to = Math.min(from + shape.group(), headDim());
        for (int c = j * headDim() + from; c < j * headDim() + to; c++) {
          out[offset + c] += f[c] + zero;
        }
      }
    }
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    float[] f = scratch.floats;
    for (int t = from; t < to; t++) {
      long at = shape.codesAt(kvHead, t);
      CODES.unpack(shape.bits(), block.plane(CODE_PLANE), at, headDim(), scratch.bytes, 0);
      scales(block, kvHead, t, 1, f);
      zeros(block, kvHead, t, shape.groups(), f);
      for (int g = 0; g < shape.groups(); g++) {
        int c = g * shape.group();
        int n = Math.min(shape.group(), headDim() - c);
        float zero = f[shape.stripZerosAt() + g];
        float step = f[shape.stripScalesAt() + g];
        int row = offset + (t - from) * headDim() + c;
        GROUPS.decode(scratch.bytes, c, n, zero, step, rows, row);
      }
    }
  }
}
