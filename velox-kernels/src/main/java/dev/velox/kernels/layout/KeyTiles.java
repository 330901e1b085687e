package dev.velox.kernels.layout;

import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import java.lang.foreign.MemorySegment;

/**
 * Codes of keys between channel by channel, as they lie, and token by token: 64 channels at a time
 * one way; the other way eight where look-ups in registers are fast, none elsewhere.
 */
final class KeyTiles {
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final boolean FAST = Kernels.active().lookUpsAreFast();
  private static final int CHANNELS = 8;
  private static final int TOKENS = CodeLayout.TOKENS;

  private KeyTiles() {}

  /** Packs whole squares of 64 channels in the layouts of 4, 3 and 2 bits; returns those done. */
  static int pack(int bits, int dim, byte[] codes, int co, MemorySegment dst, long at) {
    int done = dim - dim % TOKENS;
    for (int c = 0; c < done; c += TOKENS) {
      CODES.packColumns(bits, codes, co + c, dim, dst, at + (long) c * bits * (TOKENS / CHANNELS));
    }
    return done;
  }

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
