package dev.velox.simd;

import static dev.velox.simd.Lanes.B;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.S;

/**
 * Where the codes of one step lie: for each lane the bytes that hold its code, and the shift that
 * brings it down. A step is {@link #STEP} codes and starts at a whole byte.
 */
final class CodeTables {
  /** Codes of one step: 8, 16 or 32. */
  static final int STEP = 2 * L;

  /** Bytes of each code of a step, for lanes of 16 bits; a row a width. */
  static final byte[] SHORT_BYTES = new byte[9 * B.length()];

  static final short[] SHORT_SHIFTS = new short[9 * S.length()];

  /** Bytes of each code, for lanes of 32 bits; two rows a width, one for each half of a step. */
  static final byte[] INT_BYTES = new byte[18 * B.length()];

  static final int[] INT_SHIFTS = new int[18 * L];

  static {
    for (int bits = 1; bits <= 8; bits++) {
      for (int i = 0; i < STEP; i++) {
        int at = bits * B.length() + 2 * i;
        SHORT_BYTES[at] = (byte) (i * bits / 8);
        SHORT_BYTES[at + 1] = (byte) (i * bits / 8 + 1);
        SHORT_SHIFTS[bits * S.length() + i] = (short) (i * bits % 8);
        int lane = 2 * bits * L + i;
        for (int k = 0; k < 4; k++) {
          INT_BYTES[4 * lane + k] = (byte) (i * bits / 8 + k);
        }
        INT_SHIFTS[lane] = i * bits % 8;
      }
    }
  }

  private CodeTables() {}
}
