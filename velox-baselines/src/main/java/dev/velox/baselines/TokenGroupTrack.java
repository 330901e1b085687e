package dev.velox.baselines;

import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.layout.GroupTables;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.CodedPlane;
import dev.velox.kernels.track.GroupStrip;
import dev.velox.kernels.track.GroupTrack;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Tokens coded in groups of channels, each with the zero point and scale of its extremes. */
final class TokenGroupTrack extends GroupTrack {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final GroupKernels GROUPS = Kernels.active().groups();
  private static final int PLANE = 0;

  private final TokenGroups shape;
  private final GroupStrip strip;
  private final TokenGroupEncoder encoder;
  private final @Nullable GroupTables tables;
  private final CodedPlane plane;
  private final int numbers;

  TokenGroupTrack(TrackContext context, TokenGroups shape, @Nullable TrackState state) {
    super(context, shape.layout(), shape.strip(), shape.tables(), state);
    this.shape = shape;
    this.tables = shape.tables();
    this.plane = shape.plane();
    this.numbers = BLOCK * shape.groups();
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
            block.plane(PLANE),
            block.place(kvHead),
            rows,
            offset,
            block.rows(),
            work.floats,
            work.bytes));
  }

  @Override
  protected MemorySegment codes(Block block) {
    return block.plane(PLANE);
  }

  @Override
  protected long codesAt(Block block, int kvHead) {
    return plane.codesAt(block.place(kvHead));
  }

  @Override
  protected long stride() {
    return plane.stride();
  }

  @Override
  protected void loadBlock(Block first, int behind, int kvHead, float[] f, int to) {
    long at = plane.parametersAt(first.place(kvHead) + behind);
    ROWS.loadF16(first.plane(PLANE), at, f, to, 2 * numbers);
  }

  @Override
  protected void unpackCodes(Block block, int kvHead, int token, int count, TrackScratch scratch) {
    float[] to = scratch.floats;
    int dim = headDim();
    int bits = shape.bits();
    MemorySegment codes = codes(block);
    if (tables != null) {
      long at = codesAt(block, kvHead);
      tables.unpack(codes, at, token, count, to, strip.codesAt(), scratch.bytes);
      return;
    }
    long first = codesAt(block, kvHead) + shape.rowAt(token);
    if (dim * bits % Byte.SIZE == 0) {
      CODES.unpackFloats(bits, codes, first, count * dim, to, strip.codesAt());
      return;
    }
    for (int t = 0; t < count; t++) {
      long at = first + shape.rowAt(t);
      CODES.unpackFloats(bits, codes, at, dim, to, strip.codesAt() + t * dim);
    }
  }

  @Override
  protected void loadGroup(
      Block block, int kvHead, int group, int token, int count, float[] f, int steps, int zeros) {
    MemorySegment parameters = block.plane(PLANE);
    long at = plane.parametersAt(block.place(kvHead));
    ROWS.loadF16(parameters, at + shape.scaleAt(group, token), f, steps, count);
    ROWS.loadF16(parameters, at + shape.zeroAt(group, token), f, zeros, count);
    if (shape.bits() == 1) {
      ROWS.scale(GroupGrid.unit(1), f, steps, count);
    }
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    for (int t = from; t < to; t += strip.tokens()) {
      int n = Math.min(strip.tokens(), to - t);
      unpackBytes(block, kvHead, t, n, scratch.bytes);
      int row = offset + (t - from) * headDim();
      for (int g = 0; g < shape.groups(); g++) {
        decodeGroup(block, kvHead, g, t, n, rows, row, scratch);
      }
    }
  }

  private void unpackBytes(Block block, int kvHead, int token, int count, byte[] to) {
    MemorySegment codes = codes(block);
    if (tables != null) {
      tables.codes().unpack(codes, codesAt(block, kvHead), token, token + count, to, 0);
      return;
    }
    for (int t = 0; t < count; t++) {
      long at = codesAt(block, kvHead) + shape.rowAt(token + t);
      CODES.unpack(shape.bits(), codes, at, headDim(), to, t * headDim());
    }
  }

  private void decodeGroup(
      Block block,
      int kvHead,
      int g,
      int token,
      int count,
      float[] rows,
      int row,
      TrackScratch scratch) {
    float[] f = scratch.floats;
    int steps = strip.stepsAt();
    int zeros = strip.zerosAt();
    loadGroup(block, kvHead, g, token, count, f, steps, zeros);
    int c = g * shape.group();
    int n = Math.min(shape.group(), headDim() - c);
    for (int t = 0; t < count; t++) {
      int at = t * headDim() + c;
      GROUPS.decode(scratch.bytes, at, n, f[zeros + t], f[steps + t], rows, row + at);
    }
  }
}
