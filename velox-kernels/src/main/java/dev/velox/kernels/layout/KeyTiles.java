package dev.velox.kernels.layout;

import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import java.lang.foreign.MemorySegment;

/**
 * Codes of keys, which lie channel by channel, as tokens: eight channels at a time where look-ups
 * in registers are fast, none elsewhere.
 */
final class KeyTiles {
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final boolean FAST = Kernels.active().lookUpsAreFast();
  private static final int CHANNELS = 8;
  private static final int TOKENS = CodeLayout.TOKENS;

  private KeyTiles() {}

  /** Unpacks all whole tiles of the layouts of 4, 3 and 2 bits; returns the channels done. */
  static int unpack(
      int bits, int dim, MemorySegment src, long at, int from, int to, byte[] codes, int co) {
    int done = FAST ? dim - dim % CHANNELS : 0;
    int work = co + (to - from) * dim;
    for (int c = 0; c < done; c += CHANNELS) {
      CODES.columns(bits, src, at + (long) c / CHANNELS * bits * TOKENS, codes, work);
      CODES.turn(codes, work, from, to, codes, co + c, dim);
    }
    return done;
  }

  /** As {@link #unpack}, for a run of 64 codes a channel. */
  static int unpackRuns(
      int bits, int dim, MemorySegment src, long at, int from, int to, byte[] codes, int co) {
    int done = FAST ? dim - dim % CHANNELS : 0;
    int work = co + (to - from) * dim;
    for (int c = 0; c < done; c += CHANNELS) {
      long run = at + (long) c * TOKENS / 8 * bits;
      CODES.unpack(bits, src, run, CHANNELS * TOKENS, codes, work);
      CODES.turn(codes, work, from, to, codes, co + c, dim);
    }
    return done;
  }
}
