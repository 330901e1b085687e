package dev.velox.turbo;

import dev.velox.api.ExactType;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.track.Block;
import java.lang.foreign.MemorySegment;

/**
 * Where codes and their scales lie in a block.
 *
 * @param layout how codes lie in memory
 * @param plane index of the plane of codes; the plane of scales follows
 */
record CodedPlanes(CodeLayout layout, int plane) {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final int SCALE_BYTES = Short.BYTES;
  private static final int SINKS = 4;

  static long scaleBytes() {
    return (long) KvTrack.BLOCK * SCALE_BYTES;
  }

  MemorySegment codes(Block block) {
    return block.plane(plane);
  }

  MemorySegment scales(Block block) {
    return block.plane(plane + 1);
  }

  long codesAt(Block block, int kvHead) {
    return block.place(kvHead) * layout.bytes();
  }

  long scalesAt(Block block, int kvHead) {
    return block.place(kvHead) * scaleBytes();
  }

  /** Packs codes {@code [64][dim]} and as many scales as the block has rows. */
  void store(Block block, int kvHead, byte[] codes, int co, float[] scales, int so) {
    layout.pack(codes, co, codes(block), codesAt(block, kvHead));
    ROWS.storeF16(scales, so, scales(block), scalesAt(block, kvHead), block.rows());
  }

  /** Multiplies levels {@code [count][dim]} by the scales of their tokens; a scale of 0 gives 0. */
  void scaleRows(
      Block block,
      int kvHead,
      int from,
      int count,
      float[] f,
      int scaleAt,
      int levelsAt,
      float[] rows,
      int offset,
      int stride) {
    int dim = layout.dim();
    long at = scalesAt(block, kvHead) + (long) SCALE_BYTES * from;
    ROWS.loadF16(scales(block), at, f, scaleAt, count);
    for (int t = 0; t < count; t++) {
      float scale = f[scaleAt + t];
      int row = offset + t * stride;
      for (int c = 0; c < dim; c++) {
        rows[row + c] = scale == 0f ? 0f : scale * f[levelsAt + t * dim + c];
      }
    }
  }

  /** Traits of a track that reads coded rows: four sinks, no window, nothing fitted. */
  static TrackTraits traits(int scratchFloats, int bytes) {
    return new TrackTraits(true, ExactType.F16, 0, false, SINKS, 0, scratchFloats, bytes);
  }
}
