package dev.velox.kernels.layout;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import java.lang.foreign.MemorySegment;

/**
 * Values of 2 bits: four tokens share a byte a channel, token t of the four in bits 2t and 2t + 1.
 * Four tokens are one row for every 64 channels, the last one shorter where channels are left over.
 *
 * @param dim channels
 */
record ValueCrumbs(int dim) implements CodeLayout {
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final boolean FAST = Kernels.active().lookUpsAreFast();

  @Override
  public int bits() {
    return 2;
  }

  @Override
  public long bytes() {
    return dim * (long) (TOKENS / 4);
  }

  @Override
  public void pack(byte[] codes, int co, MemorySegment dst, long at) {
    for (int four = 0; four < TOKENS / 4; four++) {
      int row = co + 4 * four * dim;
      long p = at + (long) four * dim;
      for (int first = 0; first < dim; first += Slots.ROW) {
        int width = Slots.width(dim, first);
        if (width == Slots.ROW) {
          CODES.packRow(2, codes, row + first, dim, dst, p + first);
          continue;
        }
        for (int i = 0; i < width; i++) {
          int b = 0;
          for (int t = 0; t < 4; t++) {
            b |= codes[row + t * dim + first + i] << (2 * t);
          }
          dst.set(JAVA_BYTE, p + first + Slots.of(i, width), (byte) b);
        }
      }
    }
  }

  @Override
  public void unpack(MemorySegment src, long at, int from, int to, byte[] codes, int co) {
    for (int t = from; t < to; t++) {
      int row = co + (t - from) * dim;
      long p = at + (long) (t >> 2) * dim;
      int shift = 2 * (t & 3);
      for (int first = 0; first < dim; first += Slots.ROW) {
        int width = Slots.width(dim, first);
        if (FAST && width == Slots.ROW) {
          CODES.row(2, src, p + first, t % 4, codes, row + first);
          continue;
        }
        for (int i = 0; i < width; i++) {
          int b = src.get(JAVA_BYTE, p + first + Slots.of(i, width));
          codes[row + first + i] = (byte) (b >> shift & 3);
        }
      }
    }
  }
}
