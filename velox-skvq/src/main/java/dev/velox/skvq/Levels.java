package dev.velox.skvq;

import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The levels of a code, and how codes of a block are packed: 2 to 256 levels in 1 to 8 bits, or
 * three levels, five codes a byte.
 *
 * <p>The codes of a block are one run, token after token, without a gap between tokens.
 *
 * @param count a power of two from 2 to 256, or 3
 */
record Levels(int count) {
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final String TERNARY_TEXT = "1.5";
  private static final int TERNARY = 3;

  /** Codes of one byte of any width: a run that starts at a multiple of it starts a byte. */
  static final int ALIGNED = 8;

  /**
   * Reads the value of the option {@code bits}.
   *
   * @param text 1 to 8, or 1.5
   * @return its levels, or null
   */
  static @Nullable Levels parse(String text) {
    if (text.equals(TERNARY_TEXT)) {
      return new Levels(TERNARY);
    }
    return text.matches("[1-8]") ? new Levels(1 << Integer.parseInt(text)) : null;
  }

  String text() {
    return ternary() ? TERNARY_TEXT : Integer.toString(bits());
  }

  boolean ternary() {
    return count == TERNARY;
  }

  int bits() {
    return Integer.numberOfTrailingZeros(count);
  }

  int maxCode() {
    return count - 1;
  }

  /** The code in the middle, half-way between two where their number is even. */
  float middle() {
    return maxCode() / 2f;
  }

  /**
   * The step of a grid whose stored scale is 1. At two levels the widest group needs a step that
   * binary16 does not hold: there half the step is stored.
   */
  float unit() {
    return count == 2 ? 2f : 1f;
  }

  /** The bytes of so many codes. */
  long bytes(long codes) {
    return ternary() ? Trits.bytes(codes) : CodeKernels.packedBytes(bits(), codes);
  }

  /** Packs codes into a run. */
  void pack(byte[] codes, int n, MemorySegment run, long at) {
    if (ternary()) {
      Trits.pack(codes, n, run, at);
    } else {
      CODES.pack(bits(), codes, 0, n, run, at);
    }
  }

  /**
   * Unpacks codes as floats.
   *
   * @param run the packed run
   * @param at its first byte
   * @param first the first code to unpack
   * @param n how many
   * @param to receives them
   * @param offset the first float
   * @param work {@code n + ALIGNED} bytes
   */
  void unpack(MemorySegment run, long at, int first, int n, float[] to, int offset, byte[] work) {
    if (ternary()) {
      Trits.unpack(run, at, first, n, to, offset);
      return;
    }
    int inside = (first * bits() & 7) == 0 ? 0 : first % ALIGNED;
    long from = at + (long) (first - inside) * bits() / Byte.SIZE;
    if (inside == 0) {
      CODES.unpackFloats(bits(), run, from, n, to, offset);
      return;
    }
    CODES.unpack(bits(), run, from, inside + n, work, 0);
    for (int i = 0; i < n; i++) {
      to[offset + i] = work[inside + i] & 0xff;
    }
  }
}
