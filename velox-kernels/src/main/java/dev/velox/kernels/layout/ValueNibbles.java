package dev.velox.kernels.layout;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import java.lang.foreign.MemorySegment;

/**
 * Values of 4 bits: two tokens share a byte a channel, the first in the low nibble. A pair of
 * tokens is one row for every 64 channels, the last one shorter where channels are left over.
 *
 * @param dim channels
 */
record ValueNibbles(int dim) implements CodeLayout {
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final boolean FAST = Kernels.active().lookUpsAreFast();

  @Override
  public int bits() {
    return 4;
  }

  @Override
  public long bytes() {
    return dim * (long) (TOKENS / 2);
  }

  @Override
  public void pack(byte[] codes, int co, MemorySegment dst, long at) {
    for (int pair = 0; pair < TOKENS / 2; pair++) {
      int row = co + 2 * pair * dim;
      long p = at + (long) pair * dim;
      for (int first = 0; first < dim; first += Slots.ROW) {
        int width = Slots.width(dim, first);
        if (width == Slots.ROW) {
          CODES.packRow(4, codes, row + first, dim, dst, p + first);
          continue;
        }
        for (int i = 0; i < width; i++) {
          int low = codes[row + first + i];
          int high = codes[row + dim + first + i];
          dst.set(JAVA_BYTE, p + first + Slots.of(i, width), (byte) (low | high << 4));
        }
      }
    }
  }

  @Override
  public void unpack(MemorySegment src, long at, int from, int to, byte[] codes, int co) {
    for (int t = from; t < to; t++) {
      int row = co + (t - from) * dim;
      long p = at + (long) (t >> 1) * dim;
      int shift = 4 * (t & 1);
      for (int first = 0; first < dim; first += Slots.ROW) {
        int width = Slots.width(dim, first);
        if (FAST && width == Slots.ROW) {
          CODES.row(4, src, p + first, t % 2, codes, row + first);
          continue;
        }
        for (int i = 0; i < width; i++) {
          int b = src.get(JAVA_BYTE, p + first + Slots.of(i, width));
          codes[row + first + i] = (byte) (b >> shift & 15);
        }
      }
    }
  }
}
