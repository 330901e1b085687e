package dev.velox.kernels.track;

import dev.velox.api.AttentionSpec;
import dev.velox.api.ByteRole;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A block track that keeps floats, and the first value of each head in a frozen table. */
final class EchoTrack extends BlockTrack {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

  EchoTrack(TrackContext context, @Nullable TrackState state) {
    super(context, layout(context.shape()), state);
  }

  static BlockLayout layout(KvShape shape) {
    long rows = 4L * BLOCK * shape.headDim();
    return BlockLayout.of(
            shape.kvHeads(),
            new BlockLayout.Plane("rows", ByteRole.VALUE_CODES, rows),
            new BlockLayout.Plane("marks", ByteRole.PARAMETERS, BLOCK))
        .withTable("first", 4L * shape.kvHeads());
  }

  static TrackContext context(int kvHeads, int headDim, KvMemory memory) {
    return new TrackContext(
        Role.VALUES,
        new KvShape(1, kvHeads, kvHeads, headDim, 1 << 20),
        0,
        ConfigSchema.of("echo").parse(Map.of()),
        memory,
        AttentionSpec.plain(headDim),
        Precision.EXACT,
        Methods.of());
  }

  float first(int kvHead) {
    return table(0).getAtIndex(FLOAT, kvHead);
  }

  @Override
  protected void fit(int kvHead, float[] rows, int offset, int count, TrackScratch work) {
    table(0).setAtIndex(FLOAT, kvHead, rows[offset]);
  }

  private long at(Block block, int kvHead, int token) {
    return ((long) block.place(kvHead) * BLOCK + token) * headDim();
  }

  @Override
  protected void encodeBlock(Block block, int kvHead, float[] rows, int offset, TrackScratch work) {
    for (int i = 0; i < block.rows() * headDim(); i++) {
      block.plane(0).setAtIndex(FLOAT, at(block, kvHead, 0) + i, rows[offset + i]);
      rows[offset + i] = Float.NaN;
    }
  }

  private float get(Block block, int kvHead, int token, int channel) {
    return block.plane(0).getAtIndex(FLOAT, at(block, kvHead, token) + channel);
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
    for (int j = 0; j < queries; j++) {
      for (int t = from; t < to; t++) {
        float sum = 0;
        for (int c = 0; c < headDim(); c++) {
          sum += scratch.floats[j * headDim() + c] * get(block, kvHead, t, c);
        }
        scores[offset + j * stride + t - from] = sum;
      }
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
    for (int j = 0; j < queries; j++) {
      for (int t = from; t < to; t++) {
        for (int c = 0; c < headDim(); c++) {
          scratch.floats[j * headDim() + c] +=
              weights[offset + j * stride + t - from] * get(block, kvHead, t, c);
        }
      }
    }
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    for (int t = from; t < to; t++) {
      for (int c = 0; c < headDim(); c++) {
        rows[offset + (t - from) * headDim() + c] = get(block, kvHead, t, c);
      }
    }
  }
}
