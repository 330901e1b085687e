package dev.velox.simd;

import static dev.velox.simd.Lanes.B;
import static dev.velox.simd.Lanes.B_HALF;
import static dev.velox.simd.Lanes.LE;
import static dev.velox.simd.Lanes.LONGS;
import static dev.velox.simd.Lanes.S;

import dev.velox.kernels.CodeKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Unpacking to bytes: bytes of each code by a table, a shift a lane, a mask.
 *
 * <p>A step reads a window of 8, 16 or 32 bytes, the least that holds its codes; near the end of
 * the run the window moves back, so that no byte outside the run is read.
 */
final class CodeBytes {
  private CodeBytes() {}

  static void unpack(int bits, MemorySegment src, long at, int n, byte[] codes, int co) {
    if (bits == 8) {
      MemorySegment.copy(src, ValueLayout.JAVA_BYTE, at, codes, co, n);
      return;
    }
    if (bits == 1) {
      int done = n & -B.length();
      ones(src, at, done, codes, co);
      WordCodes.unpack(1, src, at + done / 8, n - done, codes, co + done);
      return;
    }
    int steps = n / CodeTables.STEP;
    long total = CodeKernels.packedBytes(bits, n);
    int stepBytes = CodeTables.STEP * bits / 8;
    int window = stepBytes <= 8 ? 8 : stepBytes <= 16 ? 16 : 32;
    if (total < window) {
      steps = 0;
    } else if (window == 8) {
      unpack8(bits, src, at, steps, total, codes, co);
    } else if (window == 16) {
      unpack16(bits, src, at, steps, total, codes, co);
    } else {
      unpack32(bits, src, at, steps, total, codes, co);
    }
    int done = steps * CodeTables.STEP;
    WordCodes.unpack(bits, src, at + (long) steps * stepBytes, n - done, codes, co + done);
  }

  /** Bits as masks. */
  private static void ones(MemorySegment src, long at, int n, byte[] codes, int co) {
    ByteVector zero = ByteVector.zero(B);
    for (int i = 0; i < n; i += B.length()) {
      long word = 0;
      for (int k = 0; k < B.length() / 16; k++) {
        word |= (src.get(WordCodes.SHORT, at + i / 8 + 2L * k) & 0xffffL) << (16 * k);
      }
      zero.blend((byte) 1, VectorMask.fromLong(B, word)).intoArray(codes, co + i);
    }
  }

  private static void unpack8(
      int bits, MemorySegment src, long at, int steps, long total, byte[] codes, int co) {
    ByteVector where = ByteVector.fromArray(B, CodeTables.SHORT_BYTES, bits * B.length());
    ShortVector shifts = ShortVector.fromArray(S, CodeTables.SHORT_SHIFTS, bits * S.length());
    short mask = (short) ((1 << bits) - 1);
    int stepBytes = CodeTables.STEP * bits / 8;
    for (int g = 0; g < steps; g++) {
      long from = (long) g * stepBytes;
      long window = Math.min(from, total - 8);
      ByteVector bytes =
          LongVector.broadcast(LONGS, src.get(WordCodes.LONG, at + window)).reinterpretAsBytes();
      where
          .add((byte) (from - window))
          .selectFrom(bytes)
          .reinterpretAsShorts()
          .lanewise(VectorOperators.LSHR, shifts)
          .and(mask)
          .convertShape(VectorOperators.S2B, B_HALF, 0)
          .reinterpretAsBytes()
          .intoArray(codes, co + g * CodeTables.STEP);
    }
  }

  private static void unpack16(
      int bits, MemorySegment src, long at, int steps, long total, byte[] codes, int co) {
    ByteVector where = ByteVector.fromArray(B, CodeTables.SHORT_BYTES, bits * B.length());
    ShortVector shifts = ShortVector.fromArray(S, CodeTables.SHORT_SHIFTS, bits * S.length());
    short mask = (short) ((1 << bits) - 1);
    int stepBytes = CodeTables.STEP * bits / 8;
    for (int g = 0; g < steps; g++) {
      long from = (long) g * stepBytes;
      long window = Math.min(from, total - 16);
      ByteVector bytes =
          ByteVector.fromMemorySegment(ByteVector.SPECIES_128, src, at + window, LE)
              .reinterpretShape(B, 0)
              .reinterpretAsBytes();
      where
          .add((byte) (from - window))
          .selectFrom(bytes)
          .reinterpretAsShorts()
          .lanewise(VectorOperators.LSHR, shifts)
          .and(mask)
          .convertShape(VectorOperators.S2B, B_HALF, 0)
          .reinterpretAsBytes()
          .intoArray(codes, co + g * CodeTables.STEP);
    }
  }

  private static void unpack32(
      int bits, MemorySegment src, long at, int steps, long total, byte[] codes, int co) {
    ByteVector where = ByteVector.fromArray(B, CodeTables.SHORT_BYTES, bits * B.length());
    ShortVector shifts = ShortVector.fromArray(S, CodeTables.SHORT_SHIFTS, bits * S.length());
    short mask = (short) ((1 << bits) - 1);
    int stepBytes = CodeTables.STEP * bits / 8;
    for (int g = 0; g < steps; g++) {
      long from = (long) g * stepBytes;
      long window = Math.min(from, total - 32);
      ByteVector bytes =
          ByteVector.fromMemorySegment(ByteVector.SPECIES_256, src, at + window, LE)
              .reinterpretShape(B, 0)
              .reinterpretAsBytes();
      where
          .add((byte) (from - window))
          .selectFrom(bytes)
          .reinterpretAsShorts()
          .lanewise(VectorOperators.LSHR, shifts)
          .and(mask)
          .convertShape(VectorOperators.S2B, B_HALF, 0)
          .reinterpretAsBytes()
          .intoArray(codes, co + g * CodeTables.STEP);
    }
  }
}
