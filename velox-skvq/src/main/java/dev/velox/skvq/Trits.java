package dev.velox.skvq;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Codes of three levels, five to a byte: {@code byte = c0 + 3 c1 + 9 c2 + 27 c3 + 81 c4}, 1.6 bits
 * a code. A run that ends inside a byte leaves the rest of its codes 0.
 */
final class Trits {
  private static final int PER_BYTE = 5;
  private static final float[] DIGITS = digits();

  private Trits() {}

  private static float[] digits() {
    float[] digits = new float[256 * PER_BYTE];
    for (int b = 0; b < 256; b++) {
      int rest = b;
      for (int i = 0; i < PER_BYTE; i++) {
        digits[b * PER_BYTE + i] = rest % 3;
        rest /= 3;
      }
    }
    return digits;
  }

  static long bytes(long codes) {
    return (codes + PER_BYTE - 1) / PER_BYTE;
  }

  static void pack(byte[] codes, int n, MemorySegment run, long at) {
    for (int from = 0; from < n; from += PER_BYTE) {
      int packed = 0;
      for (int i = Math.min(from + PER_BYTE, n) - 1; i >= from; i--) {
        packed = 3 * packed + codes[i];
      }
      run.set(ValueLayout.JAVA_BYTE, at + from / PER_BYTE, (byte) packed);
    }
  }

  /** Unpacks {@code n} codes from the {@code first} on, as floats. */
  static void unpack(MemorySegment run, long at, int first, int n, float[] to, int offset) {
    int inside = first % PER_BYTE;
    long next = at + first / PER_BYTE;
    int done = 0;
    while (done < n) {
      int digits = (run.get(ValueLayout.JAVA_BYTE, next++) & 0xff) * PER_BYTE;
      int count = Math.min(PER_BYTE - inside, n - done);
      for (int i = 0; i < count; i++) {
        to[offset + done + i] = DIGITS[digits + inside + i];
      }
      done += count;
      inside = 0;
    }
  }
}
