package dev.velox.kernels.layout;

import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import java.lang.foreign.MemorySegment;

/**
 * Values of any width: a run of codes for each token, filled up to whole bytes.
 *
 * @param dim channels
 * @param bits width of a code
 */
record ValueRuns(int dim, int bits) implements CodeLayout {
  private static final CodeKernels CODES = Kernels.active().codes();

  private long run() {
    return ((long) dim * bits + 7) / 8;
  }

  @Override
  public long bytes() {
    return TOKENS * run();
  }

  @Override
  public void pack(byte[] codes, int co, MemorySegment dst, long at) {
    for (int t = 0; t < TOKENS; t++) {
      BitRun.pack(bits, codes, co + t * dim, 1, dim, dst, at + t * run());
    }
  }

  @Override
  public void unpack(MemorySegment src, long at, int from, int to, byte[] codes, int co) {
    for (int t = from; t < to; t++) {
      CODES.unpack(bits, src, at + t * run(), dim, codes, co + (t - from) * dim);
    }
  }
}
