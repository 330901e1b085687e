package dev.velox.cache;

import dev.velox.api.KvShape;
import dev.velox.api.spi.KvTrack;

/** Working memory of a cache's writer: one head's rows on their way into a block. */
final class WriterScratch {
  private final float[] block;
  private final float[] mean;

  WriterScratch(KvShape shape) {
    block = new float[KvTrack.BLOCK * shape.headDim()];
    mean = new float[Mean.scratchFloats(shape.headDim())];
  }

  static long bytes(KvShape shape) {
    return 4L * (KvTrack.BLOCK * shape.headDim() + Mean.scratchFloats(shape.headDim()));
  }

  /** Room for some floats: the kept block, or a passing array for the one larger first sealing. */
  float[] rows(int floats) {
    return floats <= block.length ? block : new float[floats];
  }

  float[] mean() {
    return mean;
  }
}
