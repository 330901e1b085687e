package dev.velox.kernels;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The bit packer in plain Java: a bit buffer that takes and gives whole bytes. */
final class ScalarCodes implements CodeKernels {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

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
