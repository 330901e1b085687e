package dev.velox.kernels.layout;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/**
 * Keys of 3 bits: eight channels are four pairs of 6 bits in three rows of 64 tokens. The low 6
 * bits of the rows are pairs 0, 1 and 2; their top 2 bits together are pair 3. Missing last
 * channels are padded.
 *
 * @param dim channels
 */
record KeyTriples(int dim) implements CodeLayout {
  private static final int CHANNELS = 8;
  private static final int ROWS = 3;

  @Override
  public int bits() {
    return 3;
  }

  @Override
  public long bytes() {
    return (dim + CHANNELS - 1) / CHANNELS * (long) (ROWS * TOKENS);
  }

  @Override
  public void pack(byte[] codes, int co, MemorySegment dst, long at) {
    int done = KeyTiles.pack(3, dim, codes, co, dst, at);
    for (int t = 0; done < dim && t < TOKENS; t++) {
      int row = co + t * dim;
      long p = at + Slots.of(t) + (long) done / 8 * 3 * TOKENS;
      for (int c = done; c < dim; c += CHANNELS, p += ROWS * TOKENS) {
        int spread = pair(codes, row, c + 6);
        for (int i = 0; i < ROWS; i++) {
          int b = pair(codes, row, c + 2 * i) | (spread >> (2 * i) & 3) << 6;
          dst.set(JAVA_BYTE, p + (long) i * TOKENS, (byte) b);
        }
      }
    }
  }

  private int pair(byte[] codes, int row, int c) {
    int low = c < dim ? codes[row + c] : 0;
    int high = c + 1 < dim ? codes[row + c + 1] : 0;
    return low | high << 3;
  }

  @Override
  public void unpack(MemorySegment src, long at, int from, int to, byte[] codes, int co) {
    int done = KeyTiles.unpack(3, dim, src, at, from, to, codes, co);
    for (int t = from; done < dim && t < to; t++) {
      int row = co + (t - from) * dim;
      long p = at + Slots.of(t) + (long) done / 8 * 3 * TOKENS;
      for (int c = done; c < dim; c += CHANNELS, p += ROWS * TOKENS) {
        int spread = 0;
        for (int i = 0; i < ROWS; i++) {
          int b = src.get(JAVA_BYTE, p + (long) i * TOKENS);
          spread |= (b >> 6 & 3) << (2 * i);
          put(b, codes, row, c + 2 * i);
        }
        put(spread, codes, row, c + 6);
      }
    }
  }

  private void put(int pair, byte[] codes, int row, int c) {
    if (c < dim) {
      codes[row + c] = (byte) (pair & 7);
    }
    if (c + 1 < dim) {
      codes[row + c + 1] = (byte) (pair >> 3 & 7);
    }
  }
}
