package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.F2I;
import static jdk.incubator.vector.VectorOperators.I2B;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/** Tables of sixteen entries, written twice: one channel of 4 bits or two of 2. */
final class KeyFill {
  private static final int[] LOW = new int[16];
  private static final int[] HIGH = new int[16];

  static {
    for (int e = 0; e < 16; e++) {
      LOW[e] = e & 3;
      HIGH[e] = e >> 2;
    }
  }

  private KeyFill() {}

  static void fill(
      int bits,
      boolean wide,
      float[] q,
      int qo,
      int dim,
      int indexes,
      float[] levels,
      int lo,
      int levelStride,
      float inverse,
      int limit,
      MemorySegment tables,
      long to) {
    int used = bits == 4 ? Math.min(indexes, dim) : Math.min(indexes, dim / 2);
    long row = wide ? 128 : 64;
    for (int i = 0; i < indexes; i++) {
      long table = to + i / 2 * row + i % 2 * 32L;
      if (i >= used) {
        rest(bits, wide, q, qo, dim, i, levels, lo, levelStride, inverse, limit, tables, table);
      } else if (bits == 4) {
        one(wide, q[qo + i] * inverse, levels, lo + i * levelStride, limit, tables, table);
      } else {
        float q0 = q[qo + 2 * i] * inverse;
        float q1 = q[qo + 2 * i + 1] * inverse;
        int first = lo + 2 * i * levelStride;
        two(wide, q0, q1, levels, first, first + levelStride, limit, tables, table);
      }
    }
  }

  /** An index with one channel or none. */
  private static void rest(
      int bits,
      boolean wide,
      float[] q,
      int qo,
      int dim,
      int index,
      float[] levels,
      int lo,
      int levelStride,
      float inverse,
      int limit,
      MemorySegment tables,
      long to) {
    int c = 2 * index;
    if (bits == 2 && c < dim) {
      int first = lo + c * levelStride;
      two(wide, q[qo + c] * inverse, 0, levels, first, first, limit, tables, to);
      return;
    }
    tables.asSlice(to, 32).fill((byte) 0);
    if (wide) {
      tables.asSlice(to + 64, 32).fill((byte) 0);
    }
  }

  private static void one(
      boolean wide, float q, float[] levels, int first, int limit, MemorySegment tables, long to) {
    FloatVector steps =
        FloatVector.fromArray(F, levels, first)
            .sub(levels[q < 0 ? first + 15 : first])
            .fma(FloatVector.broadcast(F, q), FloatVector.broadcast(F, 0.5f));
    IntVector entries = ((IntVector) steps.convertShape(F2I, I, 0)).min(limit);
    if (wide) {
      ByteVector lower = (ByteVector) entries.and(127).convertShape(I2B, ByteVector.SPECIES_128, 0);
      lower.intoMemorySegment(tables, to + 64, LE);
      lower.intoMemorySegment(tables, to + 80, LE);
      entries = entries.lanewise(LSHR, 7);
    }
    ByteVector upper = (ByteVector) entries.convertShape(I2B, ByteVector.SPECIES_128, 0);
    upper.intoMemorySegment(tables, to, LE);
    upper.intoMemorySegment(tables, to + 16, LE);
  }

  private static void two(
      boolean wide,
      float q0,
      float q1,
      float[] levels,
      int first,
      int second,
      int limit,
      MemorySegment tables,
      long to) {
    IntVector low =
        IntVector.fromArray(I, LOW, 0)
            .selectFrom(FloatVector.fromArray(F, levels, first).reinterpretAsInts());
    IntVector high =
        IntVector.fromArray(I, HIGH, 0)
            .selectFrom(FloatVector.fromArray(F, levels, second).reinterpretAsInts());
    FloatVector steps =
        low.reinterpretAsFloats()
            .sub(levels[q0 < 0 ? first + 3 : first])
            .fma(FloatVector.broadcast(F, q0), FloatVector.broadcast(F, 0.5f));
    steps =
        high.reinterpretAsFloats()
            .sub(levels[q1 < 0 ? second + 3 : second])
            .fma(FloatVector.broadcast(F, q1), steps);
    IntVector entries = ((IntVector) steps.convertShape(F2I, I, 0)).min(limit);
    if (wide) {
      ByteVector lower = (ByteVector) entries.and(127).convertShape(I2B, ByteVector.SPECIES_128, 0);
      lower.intoMemorySegment(tables, to + 64, LE);
      lower.intoMemorySegment(tables, to + 80, LE);
      entries = entries.lanewise(LSHR, 7);
    }
    ByteVector upper = (ByteVector) entries.convertShape(I2B, ByteVector.SPECIES_128, 0);
    upper.intoMemorySegment(tables, to, LE);
    upper.intoMemorySegment(tables, to + 16, LE);
  }
}
