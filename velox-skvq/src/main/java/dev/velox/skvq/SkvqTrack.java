package dev.velox.skvq;

import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.layout.GroupTables;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.CodedPlane;
import dev.velox.kernels.track.GroupStrip;
import dev.velox.kernels.track.GroupTrack;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Tokens coded in clipped groups of channels, the channels in an order and at a scale of theirs.
 */
final class SkvqTrack extends GroupTrack {
  private final SkvqShape shape;
  private final Levels levels;
  private final GroupStrip strip;
  private final Channels channels;
  private final ClippedEncoder encoder;
  private final @Nullable GroupTables tables;
  private final Metadata metadata;
  private final CodedPlane plane;
  private final int numbers;

  SkvqTrack(TrackContext context, SkvqShape shape, ClipGrid clip, @Nullable TrackState state) {
    super(context, shape.layout(), shape.strip(), shape.tables(), state);
    this.shape = shape;
    this.tables = shape.tables();
    this.metadata = shape.metadata();
    this.plane = shape.plane();
    this.numbers = BLOCK * shape.groups();
    this.levels = shape.levels();
    this.strip = shape.strip();
    this.channels = shape.channels();
    this.encoder = new ClippedEncoder(shape, clip);
  }

  private MemorySegment order() {
    return shape.ordered() ? table(0) : MemorySegment.NULL;
  }

  private MemorySegment scales() {
    return shape.scaled() ? table(shape.ordered() ? 1 : 0) : MemorySegment.NULL;
  }

  @Override
  protected int encodeFloats() {
    return encoder.floats() + headDim();
  }

  @Override
  protected int encodeBytes() {
    return encoder.bytes();
  }

  @Override
  protected void fit(int kvHead, float[] rows, int offset, int count, TrackScratch work) {
    int rowsToFit = Math.min(count, SkvqShape.FIT_ROWS);
    channels.fit(order(), scales(), kvHead, rows, offset, rowsToFit);
  }

  @Override
  protected void encodeBlock(Block block, int kvHead, float[] rows, int offset, TrackScratch work) {
    if (shape.ordered() || shape.scaled()) {
      for (int t = 0; t < block.rows(); t++) {
        arrangeRow(kvHead, rows, offset + t * headDim(), work.floats, encoder.floats());
      }
    }
    addClamped(encoder.encode(block, kvHead, rows, offset, work.floats, work.bytes));
  }

  private void arrangeRow(int kvHead, float[] rows, int row, float[] copy, int at) {
    MemorySegment order = order();
    MemorySegment scales = scales();
    System.arraycopy(rows, row, copy, at, headDim());
    for (int i = 0; i < headDim(); i++) {
      int c = channels.channel(order, kvHead, i);
      rows[row + i] = copy[at + c] / channels.scale(scales, kvHead, c);
    }
  }

  @Override
  protected void arrangeQuery(int kvHead, float[] q, int qOffset, float[] arranged, int offset) {
    MemorySegment order = order();
    MemorySegment scales = scales();
    for (int i = 0; i < headDim(); i++) {
      int c = channels.channel(order, kvHead, i);
      arranged[offset + i] = q[qOffset + c] * channels.scale(scales, kvHead, c);
    }
  }

  @Override
  protected void addArranged(int kvHead, float[] sum, int sumOffset, float[] out, int outOffset) {
    MemorySegment order = order();
    MemorySegment scales = scales();
    for (int i = 0; i < headDim(); i++) {
      int c = channels.channel(order, kvHead, i);
      out[outOffset + c] += sum[sumOffset + i] * channels.scale(scales, kvHead, c);
    }
  }

  @Override
  protected MemorySegment codes(Block block) {
    return block.plane(SkvqShape.BLOCK);
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
    int place = first.place(kvHead) + behind;
    long at = plane.parametersAt(place);
    metadata.load(codes(first), at, 2 * numbers, exponent(first, place), f, to);
  }

  /** The power of two that the metadata of a head's block share. */
  private int exponent(Block block, int place) {
    return metadata.shared()
        ? block.plane(SkvqShape.EXPONENTS).get(ValueLayout.JAVA_BYTE, place)
        : 0;
  }

  @Override
  protected void unpackCodes(Block block, int kvHead, int token, int count, TrackScratch scratch) {
    float[] f = scratch.floats;
    int to = strip.codesAt();
    long at = codesAt(block, kvHead);
    if (tables != null) {
      tables.unpack(codes(block), at, token, count, f, to, scratch.bytes);
      return;
    }
    int first = token * headDim();
    levels.unpack(codes(block), at, first, count * headDim(), f, to, scratch.bytes);
  }

  @Override
  protected void loadGroup(
      Block block, int kvHead, int group, int token, int count, float[] f, int steps, int zeros) {
    MemorySegment parameters = codes(block);
    int place = block.place(kvHead);
    int exponent = exponent(block, place);
    long at = plane.parametersAt(place);
    metadata.load(parameters, at + shape.scaleAt(group, token), count, exponent, f, steps);
    metadata.load(parameters, at + shape.middleAt(group, token), count, exponent, f, zeros);
    float unit = levels.unit();
    for (int i = 0; unit != 1 && i < count; i++) {
      f[steps + i] *= unit;
    }
    for (int i = 0; i < count; i++) {
      f[zeros + i] = Math.fma(-levels.middle(), f[steps + i], f[zeros + i]);
    }
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    MemorySegment order = order();
    MemorySegment scales = scales();
    for (int t = from; t < to; t += strip.tokens()) {
      int n = Math.min(strip.tokens(), to - t);
      decodeStrip(block, kvHead, t, n, scratch);
      for (int i = 0; i < headDim(); i++) {
        int c = channels.channel(order, kvHead, i);
        float scale = channels.scale(scales, kvHead, c);
        for (int r = 0; r < n; r++) {
          rows[offset + (t - from + r) * headDim() + c] =
              scratch.floats[strip.codesAt() + r * headDim() + i] * scale;
        }
      }
    }
  }
}
