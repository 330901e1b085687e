package dev.velox.simd;

import static dev.velox.simd.Lanes.B;
import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.I;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.LE;
import static dev.velox.simd.Lanes.LONGS;

import dev.velox.kernels.CodeKernels;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Unpacking to floats: bytes of each code by a table, a shift a lane, a mask, a conversion.
 *
 * <p>A step reads a window of 8, 16 or 32 bytes, the least that holds its codes; near the end of
 * the run the window moves back, so that no byte outside the run is read.
 */
final class CodeFloats {
  private CodeFloats() {}

  static void unpackFloats(int bits, MemorySegment src, long at, int n, float[] dst, int o) {
    if (bits == 8 && L > 4) {
      bytes(src, at, n, dst, o);
      return;
    }
    int steps = n / CodeTables.STEP;
    long total = CodeKernels.packedBytes(bits, n);
    int stepBytes = CodeTables.STEP * bits / 8;
    int window = stepBytes <= 8 ? 8 : stepBytes <= 16 ? 16 : 32;
    if (total < window) {
      steps = 0;
    } else if (window == 8) {
      unpack8(bits, src, at, steps, total, dst, o);
    } else if (window == 16) {
      unpack16(bits, src, at, steps, total, dst, o);
    } else {
      unpack32(bits, src, at, steps, total, dst, o);
    }
    int done = steps * CodeTables.STEP;
    WordCodes.unpackFloats(bits, src, at + (long) steps * stepBytes, n - done, dst, o + done);
  }

  private static void bytes(MemorySegment src, long at, int n, float[] dst, int o) {
    int done = F.loopBound(n);
    for (int i = 0; i < done; i += L) {
      ByteVector.fromMemorySegment(GroupCodes.B_LANES, src, at + i, LE)
          .convertShape(VectorOperators.ZERO_EXTEND_B2I, I, 0)
          .convertShape(VectorOperators.I2F, F, 0)
          .reinterpretAsFloats()
          .intoArray(dst, o + i);
    }
    WordCodes.unpackFloats(8, src, at + done, n - done, dst, o + done);
  }

  private static void unpack8(
      int bits, MemorySegment src, long at, int steps, long total, float[] dst, int o) {
    ByteVector where0 = ByteVector.fromArray(B, CodeTables.INT_BYTES, 2 * bits * B.length());
    ByteVector where1 = ByteVector.fromArray(B, CodeTables.INT_BYTES, (2 * bits + 1) * B.length());
    IntVector shifts0 = IntVector.fromArray(I, CodeTables.INT_SHIFTS, 2 * bits * L);
    IntVector shifts1 = IntVector.fromArray(I, CodeTables.INT_SHIFTS, (2 * bits + 1) * L);
    int mask = (1 << bits) - 1;
    int stepBytes = CodeTables.STEP * bits / 8;
    for (int g = 0; g < steps; g++) {
      long from = (long) g * stepBytes;
      long window = Math.min(from, total - 8);
      byte skip = (byte) (from - window);
      ByteVector bytes =
          LongVector.broadcast(LONGS, src.get(WordCodes.LONG, at + window)).reinterpretAsBytes();
      int to = o + g * CodeTables.STEP;
      where0
          .add(skip)
          .selectFrom(bytes)
          .reinterpretAsInts()
          .lanewise(VectorOperators.LSHR, shifts0)
          .and(mask)
          .convertShape(VectorOperators.I2F, F, 0)
          .reinterpretAsFloats()
          .intoArray(dst, to);
      where1
          .add(skip)
          .selectFrom(bytes)
          .reinterpretAsInts()
          .lanewise(VectorOperators.LSHR, shifts1)
          .and(mask)
          .convertShape(VectorOperators.I2F, F, 0)
          .reinterpretAsFloats()
          .intoArray(dst, to + L);
    }
  }

  private static void unpack16(
      int bits, MemorySegment src, long at, int steps, long total, float[] dst, int o) {
    ByteVector where0 = ByteVector.fromArray(B, CodeTables.INT_BYTES, 2 * bits * B.length());
    ByteVector where1 = ByteVector.fromArray(B, CodeTables.INT_BYTES, (2 * bits + 1) * B.length());
    IntVector shifts0 = IntVector.fromArray(I, CodeTables.INT_SHIFTS, 2 * bits * L);
    IntVector shifts1 = IntVector.fromArray(I, CodeTables.INT_SHIFTS, (2 * bits + 1) * L);
    int mask = (1 << bits) - 1;
    int stepBytes = CodeTables.STEP * bits / 8;
    for (int g = 0; g < steps; g++) {
      long from = (long) g * stepBytes;
      long window = Math.min(from, total - 16);
      byte skip = (byte) (from - window);
      ByteVector bytes =
          ByteVector.fromMemorySegment(ByteVector.SPECIES_128, src, at + window, LE)
              .reinterpretShape(B, 0)
              .reinterpretAsBytes();
      int to = o + g * CodeTables.STEP;
      where0
          .add(skip)
          .selectFrom(bytes)
          .reinterpretAsInts()
          .lanewise(VectorOperators.LSHR, shifts0)
          .and(mask)
          .convertShape(VectorOperators.I2F, F, 0)
          .reinterpretAsFloats()
          .intoArray(dst, to);
      where1
          .add(skip)
          .selectFrom(bytes)
          .reinterpretAsInts()
          .lanewise(VectorOperators.LSHR, shifts1)
          .and(mask)
          .convertShape(VectorOperators.I2F, F, 0)
          .reinterpretAsFloats()
          .intoArray(dst, to + L);
    }
  }

  private static void unpack32(
      int bits, MemorySegment src, long at, int steps, long total, float[] dst, int o) {
    ByteVector where0 = ByteVector.fromArray(B, CodeTables.INT_BYTES, 2 * bits * B.length());
    ByteVector where1 = ByteVector.fromArray(B, CodeTables.INT_BYTES, (2 * bits + 1) * B.length());
    IntVector shifts0 = IntVector.fromArray(I, CodeTables.INT_SHIFTS, 2 * bits * L);
    IntVector shifts1 = IntVector.fromArray(I, CodeTables.INT_SHIFTS, (2 * bits + 1) * L);
    int mask = (1 << bits) - 1;
    int stepBytes = CodeTables.STEP * bits / 8;
    for (int g = 0; g < steps; g++) {
      long from = (long) g * stepBytes;
      long window = Math.min(from, total - 32);
      byte skip = (byte) (from - window);
      ByteVector bytes =
          ByteVector.fromMemorySegment(ByteVector.SPECIES_256, src, at + window, LE)
              .reinterpretShape(B, 0)
              .reinterpretAsBytes();
      int to = o + g * CodeTables.STEP;
      where0
          .add(skip)
          .selectFrom(bytes)
          .reinterpretAsInts()
          .lanewise(VectorOperators.LSHR, shifts0)
          .and(mask)
          .convertShape(VectorOperators.I2F, F, 0)
          .reinterpretAsFloats()
          .intoArray(dst, to);
      where1
          .add(skip)
          .selectFrom(bytes)
          .reinterpretAsInts()
          .lanewise(VectorOperators.LSHR, shifts1)
          .and(mask)
          .convertShape(VectorOperators.I2F, F, 0)
          .reinterpretAsFloats()
          .intoArray(dst, to + L);
    }
  }
}
