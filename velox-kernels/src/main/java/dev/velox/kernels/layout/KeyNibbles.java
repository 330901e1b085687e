package dev.velox.kernels.layout;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/**
 * Keys of 4 bits: row p holds channels 2p and 2p + 1 of 64 tokens, {@code code[2p] | code[2p + 1]
 * << 4} a byte. An odd last channel is padded.
 *
 * @param dim channels
 */
record KeyNibbles(int dim) implements CodeLayout {

  @Override
  public int bits() {
    return 4;
  }

  @Override
  public long bytes() {
    return (dim + 1) / 2 * (long) TOKENS;
  }

  @Override
  public void pack(byte[] codes, int co, MemorySegment dst, long at) {
    int done = KeyTiles.pack(4, dim, codes, co, dst, at);
    for (int t = 0; done < dim && t < TOKENS; t++) {
      int row = co + t * dim;
      long p = at + Slots.of(t) + (long) done / 8 * 4 * TOKENS;
      for (int c = done; c < dim; c += 2, p += TOKENS) {
        int high = c + 1 < dim ? codes[row + c + 1] : 0;
        dst.set(JAVA_BYTE, p, (byte) (codes[row + c] | high << 4));
      }
    }
  }

  @Override
  public void unpack(MemorySegment src, long at, int from, int to, byte[] codes, int co) {
    int done = KeyTiles.unpack(4, dim, src, at, from, to, codes, co);
    for (int t = from; done < dim && t < to; t++) {
      int row = co + (t - from) * dim;
      long p = at + Slots.of(t) + (long) done / 8 * 4 * TOKENS;
      for (int c = done; c < dim; c += 2, p += TOKENS) {
        int b = src.get(JAVA_BYTE, p);
        codes[row + c] = (byte) (b & 15);
        if (c + 1 < dim) {
          codes[row + c + 1] = (byte) (b >> 4 & 15);
        }
      }
    }
  }
}
