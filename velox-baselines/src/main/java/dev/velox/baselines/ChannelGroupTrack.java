package dev.velox.baselines;

import dev.velox.api.Precision;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.BlockTrack;
import dev.velox.kernels.track.CodedPlane;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Channels coded in groups of tokens.
 *
 * <p>With {@code x = scale_c * code + zero_c} in a group of tokens, the scales are folded into the
 * query once a group, {@code q_c * scale_c}, and {@code sum_c q_c zero_c} is one number for all its
 * tokens. A weighted sum adds codes first, then {@code scale_c} times that and {@code zero_c} times
 * the sum of the weights.
 */
final class ChannelGroupTrack extends BlockTrack {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final GroupKernels GROUPS = Kernels.active().groups();
  private static final int PLANE = 0;

  private final ChannelGroups shape;
  private final ChannelCodes codes;
  private final CodedPlane plane;
  private final int scanAt;
  private final ChannelGroupEncoder encoder;
  private final @Nullable ChannelKeyScan scan;

  ChannelGroupTrack(TrackContext context, ChannelGroups shape, @Nullable TrackState state) {
    super(context, shape.layout(), state);
    this.shape = shape;
    this.codes = shape.codes();
    this.plane = shape.plane();
    this.scanAt = shape.scanAt();
    this.encoder = new ChannelGroupEncoder(shape);
    this.scan = ChannelKeyScan.of(shape, context.precision() == Precision.EXACT);
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
            block.plane(PLANE),
            block.place(kvHead),
            rows,
            offset,
            block.rows(),
            work.floats,
            work.bytes));
  }

  /** Steps and zero points of one group of tokens. */
  private void grid(Block block, int kvHead, int index, float[] f) {
    int dim = headDim();
    MemorySegment memory = block.plane(PLANE);
    long at = plane.parametersAt(block.place(kvHead));
    ROWS.loadF16(memory, at + shape.scalesAt(index), f, shape.groupScalesAt(), dim);
    ROWS.loadF16(memory, at + shape.zerosAt(index), f, shape.groupZerosAt(), dim);
    if (shape.bits() == 1) {
      ROWS.scale(GroupGrid.unit(1), f, shape.groupScalesAt(), dim);
    }
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
    if (scan == null) {
      return false;
    }
    int place = first.place(kvHead);
    for (int b = 0; b < count; b++) {
      scan(scan, first, place + b, 0, BLOCK, queries, scores, offset + b * BLOCK, stride, scratch);
    }
    return true;
  }

  /** Scores through tables the block that lies at a place of a run. */
  private void scan(
      ChannelKeyScan scan,
      Block block,
      int place,
      int from,
      int to,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    float[] f = scratch.floats;
    MemorySegment memory = block.plane(PLANE);
    long at = plane.codesAt(place);
    scan.load(memory, plane.parametersAt(place), f, scanAt);
    for (int j = 0; j < queries; j++) {
      scan.score(memory, at, f, j * headDim(), scanAt, from, to, scores, offset + j * stride);
    }
  }

  /** Codes of one strip of channels, as floats. */
  private void unpack(
      Block block, int kvHead, int index, int channel, int count, TrackScratch scratch) {
    long at = plane.codesAt(block.place(kvHead));
    float[] f = scratch.floats;
    int strip = shape.stripAt();
    codes.unpackFloats(block.plane(PLANE), at, index, channel, count, f, strip, scratch.bytes);
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
    int group = shape.group();
    if (scan != null) {
      int place = block.place(kvHead);
      scan(scan, block, place, from, to, queries, scores, offset, stride, scratch);
      return;
    }
    for (int i = from / group; i * group < to; i++) {
      grid(block, kvHead, i, f);
      fold(queries, f);
      for (int c = 0; c < headDim(); c += shape.strip()) {
        int n = Math.min(shape.strip(), headDim() - c);
        unpack(block, kvHead, i, c, n, scratch);
        int folded = shape.foldedAt() + c;
        ROWS.accumulateRows(
            f,
            shape.stripAt(),
            n,
            group,
            f,
            folded,
            queries,
            headDim(),
            f,
            shape.tokensAt(),
            group);
      }
      int low = Math.max(from, i * group);
      int high = Math.min(to, (i + 1) * group);
      for (int j = 0; j < queries; j++) {
        int source = shape.tokensAt() + j * group + low - i * group;
        System.arraycopy(f, source, scores, offset + j * stride + low - from, high - low);
      }
    }
  }

  /** Folds the steps into the queries; the scores of the group begin with what zero points give. */
  private void fold(int queries, float[] f) {
    int dim = headDim();
    int scales = shape.groupScalesAt();
    for (int j = 0; j < queries; j++) {
      int q = j * dim;
      int folded = shape.foldedAt() + q;
      for (int c = 0; c < dim; c++) {
        f[folded + c] = f[q + c] * f[scales + c];
      }
      int tokens = shape.tokensAt() + j * shape.group();
      float constant = ROWS.dot(f, q, f, shape.groupZerosAt(), dim);
      Arrays.fill(f, tokens, tokens + shape.group(), constant);
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
    int group = shape.group();
    for (int i = from / group; i * group < to; i++) {
      int low = Math.max(from, i * group);
      int high = Math.min(to, (i + 1) * group);
      for (int j = 0; j < queries; j++) {
        int tokens = shape.tokensAt() + j * group;
        Arrays.fill(f, tokens, tokens + group, 0f);
        int source = offset + j * stride + low - from;
        System.arraycopy(weights, source, f, tokens + low - i * group, high - low);
      }
      for (int c = 0; c < headDim(); c += shape.strip()) {
        int n = Math.min(shape.strip(), headDim() - c);
        unpack(block, kvHead, i, c, n, scratch);
        int sums = shape.foldedAt() + c;
        ROWS.scoreRows(
            f, shape.stripAt(), n, group, f, shape.tokensAt(), queries, group, f, sums, headDim());
      }
      grid(block, kvHead, i, f);
      addGroup(queries, f);
    }
  }

  private void addGroup(int queries, float[] f) {
    int dim = headDim();
    int scales = shape.groupScalesAt();
    int zeros = shape.groupZerosAt();
    for (int j = 0; j < queries; j++) {
      int tokens = shape.tokensAt() + j * shape.group();
      float weight = 0;
      for (int t = 0; t < shape.group(); t++) {
        weight += f[tokens + t];
      }
      int sums = j * dim;
      int codes = shape.foldedAt() + sums;
      for (int c = 0; c < dim; c++) {
        float zeroed = Math.fma(weight, f[zeros + c], f[sums + c]);
        f[sums + c] = Math.fma(f[scales + c], f[codes + c], zeroed);
      }
    }
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    int group = shape.group();
    for (int i = from / group; i * group < to; i++) {
      grid(block, kvHead, i, scratch.floats);
      int low = Math.max(from, i * group);
      int high = Math.min(to, (i + 1) * group);
      for (int c = 0; c < headDim(); c += shape.strip()) {
        int n = Math.min(shape.strip(), headDim() - c);
        long at = plane.codesAt(block.place(kvHead));
        codes.unpack(block.plane(PLANE), at, i, c, n, scratch.bytes);
        int target = offset + (low - from) * headDim() + c;
        decodeStrip(c, n, low - i * group, high - i * group, rows, target, scratch);
      }
    }
  }

  private void decodeStrip(
      int channel, int count, int from, int to, float[] rows, int at, TrackScratch scratch) {
    float[] f = scratch.floats;
    int group = shape.group();
    int dim = headDim();
    int scales = shape.groupScalesAt() + channel;
    int zeros = shape.groupZerosAt() + channel;
    byte[] bytes = scratch.bytes;
    if (to - from == group) {
      GROUPS.decodeColumns(bytes, 0, group, count, f, zeros, f, scales, rows, at, dim);
      return;
    }
    int strip = shape.stripAt();
    GROUPS.decodeColumns(bytes, 0, group, count, f, zeros, f, scales, f, strip, count);
    for (int t = from; t < to; t++) {
      System.arraycopy(f, strip + t * count, rows, at + (t - from) * dim, count);
    }
  }
}
