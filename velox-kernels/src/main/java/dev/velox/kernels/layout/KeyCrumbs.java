package dev.velox.kernels.layout;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/**
 * Keys of 2 bits: row r holds channels 4r to 4r + 3 of 64 tokens, a nibble for each pair of
 * channels. Missing last channels are padded.
 *
 * @param dim channels
 */
record KeyCrumbs(int dim) implements CodeLayout {

  @Override
  public int bits() {
    return 2;
  }

  @Override
  public long bytes() {
    return (dim + 3) / 4 * (long) TOKENS;
  }

  @Override
  public void pack(byte[] codes, int co, MemorySegment dst, long at) {
    int done = KeyTiles.pack(2, dim, codes, co, dst, at);
    for (int t = 0; done < dim && t < TOKENS; t++) {
      int row = co + t * dim;
      long p = at + Slots.of(t) + (long) done / 8 * 2 * TOKENS;
      for (int c = done; c < dim; c += 4, p += TOKENS) {
        int b = 0;
        for (int i = 0; i < 4 && c + i < dim; i++) {
          b |= codes[row + c + i] << (2 * i);
        }
        dst.set(JAVA_BYTE, p, (byte) b);
      }
    }
  }

  @Override
  public void unpack(MemorySegment src, long at, int from, int to, byte[] codes, int co) {
    int done = KeyTiles.unpack(2, dim, src, at, from, to, codes, co);
    for (int t = from; done < dim && t < to; t++) {
      int row = co + (t - from) * dim;
      long p = at + Slots.of(t) + (long) done / 8 * 2 * TOKENS;
      for (int c = done; c < dim; c += 4, p += TOKENS) {
        int b = src.get(JAVA_BYTE, p);
        for (int i = 0; i < 4 && c + i < dim; i++) {
          codes[row + c + i] = (byte) (b >> (2 * i) & 3);
        }
      }
    }
  }
}
