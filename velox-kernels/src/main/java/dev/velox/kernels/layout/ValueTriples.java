package dev.velox.kernels.layout;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import java.lang.foreign.MemorySegment;

/**
 * Values of 3 bits: eight tokens are four pairs of 6 bits a channel, in three rows for every 64
 * channels. The low 6 bits of the rows are tokens (0, 1), (2, 3) and (4, 5); their top 2 bits
 * together are tokens (6, 7). The last rows are shorter where channels are left over.
 *
 * @param dim channels
 */
record ValueTriples(int dim) implements CodeLayout {
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final boolean FAST = Kernels.active().lookUpsAreFast();
  private static final int UNIT = 8;
  private static final int ROWS = 3;

  @Override
  public int bits() {
    return 3;
  }

  @Override
  public long bytes() {
    return dim * (long) (ROWS * TOKENS / UNIT);
  }

  @Override
  public void pack(byte[] codes, int co, MemorySegment dst, long at) {
    for (int unit = 0; unit < TOKENS / UNIT; unit++) {
      int row = co + UNIT * unit * dim;
      long p = at + (long) ROWS * unit * dim;
      for (int first = 0; first < dim; first += Slots.ROW) {
        int width = Slots.width(dim, first);
        if (width == Slots.ROW) {
          CODES.packRow(3, codes, row + first, dim, dst, p + (long) ROWS * first);
          continue;
        }
        for (int i = 0; i < width; i++) {
          int spread = pair(codes, row + first + i, ROWS);
          long byteAt = p + (long) ROWS * first + Slots.of(i, width);
          for (int k = 0; k < ROWS; k++) {
            int b = pair(codes, row + first + i, k) | (spread >> (2 * k) & 3) << 6;
            dst.set(JAVA_BYTE, byteAt + (long) k * width, (byte) b);
          }
        }
      }
    }
  }

  private int pair(byte[] codes, int code, int pair) {
    int low = code + 2 * pair * dim;
    return codes[low] | codes[low + dim] << 3;
  }

  @Override
  public void unpack(MemorySegment src, long at, int from, int to, byte[] codes, int co) {
    for (int t = from; t < to; t++) {
      int row = co + (t - from) * dim;
      long p = at + (long) ROWS * (t / UNIT) * dim;
      int pair = (t & 7) >> 1;
      int shift = 3 * (t & 1);
      for (int first = 0; first < dim; first += Slots.ROW) {
        int width = Slots.width(dim, first);
        if (FAST && width == Slots.ROW) {
          CODES.row(3, src, p + (long) ROWS * first, t % UNIT, codes, row + first);
          continue;
        }
        for (int i = 0; i < width; i++) {
          long byteAt = p + (long) ROWS * first + Slots.of(i, width);
          int bits = pair < ROWS ? src.get(JAVA_BYTE, byteAt + (long) pair * width) : 0;
          for (int k = 0; pair == ROWS && k < ROWS; k++) {
            bits |= (src.get(JAVA_BYTE, byteAt + (long) k * width) >> 6 & 3) << (2 * k);
          }
          codes[row + first + i] = (byte) (bits >> shift & 7);
        }
      }
    }
  }
}
