package dev.velox.kernels.layout;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** A run of codes without padding between them, from the least significant bit on. */
final class BitRun {
  private BitRun() {}

  static void pack(int bits, byte[] codes, int co, int stride, int n, MemorySegment dst, long at) {
    int buffer = 0;
    int filled = 0;
    long next = at;
    for (int i = 0; i < n; i++) {
      buffer |= (codes[co + i * stride] & 0xff) << filled;
      filled += bits;
      while (filled >= 8) {
        dst.set(JAVA_BYTE, next++, (byte) buffer);
        buffer >>>= 8;
        filled -= 8;
      }
    }
    if (filled > 0) {
      dst.set(JAVA_BYTE, next, (byte) buffer);
    }
  }

  /** Code {@code index} of a run; reads no byte beyond it. */
  static byte get(int bits, MemorySegment src, long at, int index) {
    int bit = index * bits;
    long p = at + (bit >>> 3);
    int shift = bit & 7;
    int word = src.get(JAVA_BYTE, p) & 0xff;
    if (shift + bits > 8) {
      word |= (src.get(JAVA_BYTE, p + 1) & 0xff) << 8;
    }
    return (byte) (word >>> shift & (1 << bits) - 1);
  }
}
