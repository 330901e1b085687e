package dev.velox.kernels;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The bit packer in plain Java: a bit buffer that takes and gives whole bytes. */
final class ScalarCodes implements CodeKernels {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int ROW = 64;

  @Override
  public void pack(int bits, byte[] codes, int co, int n, MemorySegment dst, long at) {
    int mask = mask(bits);
    int buffer = 0;
    int filled = 0;
    long next = at;
    for (int i = 0; i < n; i++) {
      buffer |= (codes[co + i] & mask) << filled;
      filled += bits;
      if (filled >= 8) {
        dst.set(ValueLayout.JAVA_BYTE, next++, (byte) buffer);
        buffer >>>= 8;
        filled -= 8;
      }
    }
    if (filled > 0) {
      dst.set(ValueLayout.JAVA_BYTE, next, (byte) buffer);
    }
  }

  @Override
  public void unpack(int bits, MemorySegment src, long at, int n, byte[] codes, int co) {
    int mask = mask(bits);
    int buffer = 0;
    int held = 0;
    long next = at;
    for (int i = 0; i < n; i++) {
      if (held < bits) {
        buffer |= (src.get(ValueLayout.JAVA_BYTE, next++) & 0xff) << held;
        held += 8;
      }
      codes[co + i] = (byte) (buffer & mask);
      buffer >>>= bits;
      held -= bits;
    }
  }

  @Override
  public void unpackFloats(int bits, MemorySegment src, long at, int n, float[] dst, int o) {
    int mask = mask(bits);
    int buffer = 0;
    int held = 0;
    long next = at;
    for (int i = 0; i < n; i++) {
      if (held < bits) {
        buffer |= (src.get(ValueLayout.JAVA_BYTE, next++) & 0xff) << held;
        held += 8;
      }
      dst[o + i] = buffer & mask;
      buffer >>>= bits;
      held -= bits;
    }
  }

  @Override
  public void columns(int bits, MemorySegment src, long at, byte[] codes, int co) {
    for (int t = 0; t < ROW; t++) {
      long bytes = 0;
      for (int r = 0; r < bits; r++) {
        bytes |= (src.get(ValueLayout.JAVA_BYTE, at + (long) ROW * r + slot(t)) & 0xffL) << (8 * r);
      }
      long run = bits == 3 ? pairs((int) bytes) : bytes;
      for (int c = 0; c < 8; c++) {
        codes[co + c * ROW + t] = (byte) (run >> (c * bits) & mask(bits));
      }
    }
  }

  /** Four pairs of six bits in order: the last lies in the upper two bits of three bytes. */
  private static int pairs(int bytes) {
    int run = (bytes & 0x3f) | (bytes >> 8 & 0x3f) << 6 | (bytes >> 16 & 0x3f) << 12;
    return run | (bytes >> 6 & 3) << 18 | (bytes >> 14 & 3) << 20 | (bytes >> 22 & 3) << 22;
  }

  @Override
  public void turn(byte[] columns, int o, int from, int to, byte[] rows, int ro, int stride) {
    for (int t = from; t < to; t++) {
      for (int c = 0; c < 8; c++) {
        rows[ro + (t - from) * stride + c] = columns[o + c * ROW + t];
      }
    }
  }

  @Override
  public void row(int bits, MemorySegment src, long at, int token, byte[] codes, int co) {
    for (int i = 0; i < ROW; i++) {
      int run = src.get(ValueLayout.JAVA_BYTE, at + slot(i)) & 0xff;
      if (bits == 3) {
        int second = src.get(ValueLayout.JAVA_BYTE, at + ROW + slot(i)) & 0xff;
        int third = src.get(ValueLayout.JAVA_BYTE, at + 2 * ROW + slot(i)) & 0xff;
        run = pairs(run | second << 8 | third << 16);
      }
      codes[co + i] = (byte) (run >> (token * bits) & mask(bits));
    }
  }

  @Override
  public void packColumns(int bits, byte[] codes, int co, int stride, MemorySegment dst, long at) {
    for (int t = 0; t < ROW; t++) {
      for (int unit = 0; unit < ROW / 8; unit++) {
        long run = run(bits, codes, co + t * stride + 8 * unit, 1, 8);
        put(bits, run, dst, at + (long) ROW * bits * unit + slot(t));
      }
    }
  }

  @Override
  public void packRow(int bits, byte[] codes, int co, int stride, MemorySegment dst, long at) {
    for (int i = 0; i < ROW; i++) {
      long run = run(bits, codes, co + i, stride, bits == 3 ? 8 : 8 / bits);
      put(bits == 3 ? 3 : 1, run, dst, at + slot(i));
    }
  }

  private static long run(int bits, byte[] codes, int co, int stride, int n) {
    long run = 0;
    for (int i = 0; i < n; i++) {
      run |= (long) codes[co + i * stride] << (i * bits);
    }
    return run;
  }

  /** One byte in each of some rows; three of them share the fourth of the pairs of six bits. */
  private static void put(int rows, long run, MemorySegment dst, long at) {
    for (int r = 0; r < rows; r++) {
      long b = run >> (8 * r);
      if (rows == 3) {
        b = (run >> (6 * r) & 0x3f) | (run >> (18 + 2 * r) & 3) << 6;
      }
      dst.set(ValueLayout.JAVA_BYTE, at + (long) ROW * r, (byte) b);
    }
  }

  /** Where element i of a row of 64 lies: the first half in even bytes, the second in odd ones. */
  private static int slot(int i) {
    return i < ROW / 2 ? 2 * i : 2 * i - ROW + 1;
  }

  @Override
  public long sumWords(MemorySegment src, long at, int words) {
    long sum = 0;
    for (int i = 0; i < words; i++) {
      sum += src.get(WORD, at + 8L * i);
    }
    return sum;
  }

  private static int mask(int bits) {
    if (bits < 1 || bits > 8) {
      throw new IllegalArgumentException("code width is " + bits + ", must be 1 to 8");
    }
    return (1 << bits) - 1;
  }
}
