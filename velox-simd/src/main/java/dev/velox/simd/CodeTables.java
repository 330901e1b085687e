package dev.velox.simd;

import static dev.velox.simd.Lanes.B;
import static dev.velox.simd.Lanes.I;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.S;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * Where the codes of one step lie: for each lane the bytes that hold its code, and the shift that
 * brings it down. A step is {@link #STEP} codes and starts at a whole byte.
 */
final class CodeTables {
  /** Codes of one step: 8, 16 or 32. */
  static final int STEP = 2 * L;

  private static final byte[] SHORT_BYTES = new byte[9 * B.length()];
  private static final short[] SHORT_SHIFTS = new short[9 * S.length()];
  private static final byte[] INT_BYTES = new byte[18 * B.length()];
  private static final int[] INT_SHIFTS = new int[18 * L];

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

  static ByteVector shortBytes(int bits) {
    return ByteVector.fromArray(B, SHORT_BYTES, bits * B.length());
  }

  static ShortVector shortShifts(int bits) {
    return ShortVector.fromArray(S, SHORT_SHIFTS, bits * S.length());
  }

  /** Bytes of the first or second half of a step. */
  static ByteVector intBytes(int bits, int half) {
    return ByteVector.fromArray(B, INT_BYTES, (2 * bits + half) * B.length());
  }

  static IntVector intShifts(int bits, int half) {
    return IntVector.fromArray(I, INT_SHIFTS, (2 * bits + half) * L);
  }
}
