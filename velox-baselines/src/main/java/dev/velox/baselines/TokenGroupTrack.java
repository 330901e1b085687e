package dev.velox.baselines;

import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.GroupStrip;
import dev.velox.kernels.track.GroupTrack;
import org.jspecify.annotations.Nullable;

/** Tokens coded in groups of channels, each with the zero point and scale of its extremes. */
final class TokenGroupTrack extends GroupTrack {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final GroupKernels GROUPS = Kernels.active().groups();
  private static final int CODE_PLANE = 0;
  private static final int PARAMETERS = 1;

  private final TokenGroups shape;
  private final GroupStrip strip;
  private final TokenGroupEncoder encoder;

  TokenGroupTrack(TrackContext context, TokenGroups shape, @Nullable TrackState state) {
    super(context, shape.layout(context.role()), shape.strip(), state);
    this.shape = shape;
    this.strip = shape.strip();
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
            block.place(kvHead),
            rows,
            offset,
            block.rows(),
            work.floats,
            work.bytes));
  }

  @Override
  protected void unpack(Block block, int kvHead, int token, int count, TrackScratch scratch) {
    float[] f = scratch.floats;
    codes(block, kvHead, token, count, f, strip.codesAt());
    scales(block, kvHead, token, count, f);
    zeros(block, kvHead, token, count, f);
  }

  private void codes(Block block, int kvHead, int token, int count, float[] to, int at) {
    if (headDim() * shape.bits() % Byte.SIZE == 0) {
      long from = shape.codesAt(block.place(kvHead), token);
      CODES.unpackFloats(shape.bits(), block.plane(CODE_PLANE), from, count * headDim(), to, at);
      return;
    }
    for (int t = 0; t < count; t++) {
      long from = shape.codesAt(block.place(kvHead), token + t);
      CODES.unpackFloats(
          shape.bits(), block.plane(CODE_PLANE), from, headDim(), to, at + t * headDim());
    }
  }

  private void scales(Block block, int kvHead, int token, int count, float[] f) {
    int n = count * shape.groups();
    ROWS.loadF16(
        block.plane(PARAMETERS), shape.scalesAt(block.place(kvHead), token), f, strip.stepsAt(), n);
    if (shape.bits() == 1) {
      ROWS.scale(GroupGrid.unit(1), f, strip.stepsAt(), n);
    }
  }

  private void zeros(Block block, int kvHead, int token, int count, float[] f) {
    int n = count * shape.groups();
    ROWS.loadF16(
        block.plane(PARAMETERS), shape.zerosAt(block.place(kvHead), token), f, strip.zerosAt(), n);
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    float[] f = scratch.floats;
    for (int t = from; t < to; t++) {
      long at = shape.codesAt(block.place(kvHead), t);
      CODES.unpack(shape.bits(), block.plane(CODE_PLANE), at, headDim(), scratch.bytes, 0);
      scales(block, kvHead, t, 1, f);
      zeros(block, kvHead, t, 1, f);
      for (int g = 0; g < shape.groups(); g++) {
        int c = g * shape.group();
        int n = Math.min(shape.group(), headDim() - c);
        float zero = f[strip.zerosAt() + g];
        float step = f[strip.stepsAt() + g];
        int row = offset + (t - from) * headDim() + c;
        GROUPS.decode(scratch.bytes, c, n, zero, step, rows, row);
      }
    }
  }
}
