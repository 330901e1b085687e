package dev.velox.kernels.layout;

import java.lang.foreign.MemorySegment;

/**
 * Keys of any width: a run of 64 codes for each channel, which is a whole number of bytes.
 *
 * @param dim channels
 * @param bits width of a code
 */
record KeyRuns(int dim, int bits) implements CodeLayout {

  private long run() {
    return TOKENS / 8L * bits;
  }

  @Override
  public long bytes() {
    return dim * run();
  }

  @Override
  public void pack(byte[] codes, int co, MemorySegment dst, long at) {
    for (int c = 0; c < dim; c++) {
      BitRun.pack(bits, codes, co + c, dim, TOKENS, dst, at + c * run());
    }
  }

  @Override
  public void unpack(MemorySegment src, long at, int from, int to, byte[] codes, int co) {
    int done = KeyTiles.unpackRuns(bits, dim, src, at, from, to, codes, co);
    for (int t = from; done < dim && t < to; t++) {
      int row = co + (t - from) * dim;
      for (int c = done; c < dim; c++) {
        codes[row + c] = BitRun.get(bits, src, at + c * run(), t);
      }
    }
  }
}
