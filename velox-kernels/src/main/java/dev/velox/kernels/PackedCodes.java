package dev.velox.kernels;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** One code out of rows that units share, for the scalar twins. */
final class PackedCodes {
  private PackedCodes() {}

  /** The code of a unit at a place. */
  static int code(int bits, MemorySegment codes, long at, long stride, int unit, int place) {
    int together = PackedKernels.together(bits);
    int half = PackedKernels.PLACES / 2;
    long slot = at + unit / together * stride + 2L * (place % half) + place / half;
    int u = unit % together;
    return bits == 3
        ? three(codes, slot, u)
        : (row(codes, slot, 0) >> (bits * u)) & ((1 << bits) - 1);
  }

  /** Whether a unit lies in the top bits of three rows: those are summed last. */
  static boolean late(int bits, int unit) {
    return bits == 3 && unit % PackedKernels.together(bits) >= 6;
  }

  /** The low six bits of three rows are two units each; their top two bits are the last two. */
  private static int three(MemorySegment codes, long slot, int unit) {
    int pair = unit / 2;
    int six =
        pair < 3
            ? row(codes, slot, pair)
            : (row(codes, slot, 0) >> 6)
                | (row(codes, slot, 1) >> 6 << 2)
                | (row(codes, slot, 2) >> 6 << 4);
    return (six >> (3 * (unit & 1))) & 7;
  }

  private static int row(MemorySegment codes, long slot, int row) {
    return codes.get(ValueLayout.JAVA_BYTE, slot + 64L * row) & 0xff;
  }
}
