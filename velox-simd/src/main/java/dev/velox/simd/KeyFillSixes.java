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

/** Tables of 64 entries: two channels of 3 bits. */
final class KeyFillSixes {
  private static final int[] LOW = new int[16];
  private static final int[] HIGH = new int[16];

  static {
    for (int e = 0; e < 16; e++) {
      LOW[e] = e & 7;
      HIGH[e] = e >> 3;
    }
  }

  private KeyFillSixes() {}

  static void fill(
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
    long row = wide ? 512 : 256;
    for (int i = 0; i < indexes; i++) {
      long table = to + i / 4 * row + i % 4 * 64L;
      int c = 2 * i;
      int first = lo + c * levelStride;
      if (c + 1 < dim) {
        float q1 = q[qo + c + 1] * inverse;
        pair(
            wide,
            q[qo + c] * inverse,
            q1,
            levels,
            first,
            first + levelStride,
            limit,
            tables,
            table);
      } else if (c < dim) {
        pair(wide, q[qo + c] * inverse, 0, levels, first, first, limit, tables, table);
      } else {
        tables.asSlice(table, 64).fill((byte) 0);
        if (wide) {
          tables.asSlice(table + 256, 64).fill((byte) 0);
        }
      }
    }
  }

  private static void pair(
      boolean wide,
      float q0,
      float q1,
      float[] levels,
      int first,
      int second,
      int limit,
      MemorySegment tables,
      long to) {
    FloatVector low =
        IntVector.fromArray(I, LOW, 0)
            .selectFrom(FloatVector.fromArray(F, levels, first).reinterpretAsInts())
            .reinterpretAsFloats()
            .sub(levels[q0 < 0 ? first + 7 : first])
            .fma(FloatVector.broadcast(F, q0), FloatVector.broadcast(F, 0.5f));
    IntVector high =
        FloatVector.fromArray(F, levels, second)
            .sub(levels[q1 < 0 ? second + 7 : second])
            .reinterpretAsInts();
    IntVector index = IntVector.fromArray(I, HIGH, 0);
    for (int k = 0; k < 64; k += 16) {
      FloatVector steps =
          index.selectFrom(high).reinterpretAsFloats().fma(FloatVector.broadcast(F, q1), low);
      IntVector entries = ((IntVector) steps.convertShape(F2I, I, 0)).min(limit);
      if (wide) {
        ((ByteVector) entries.and(127).convertShape(I2B, ByteVector.SPECIES_128, 0))
            .intoMemorySegment(tables, to + 256 + k, LE);
        entries = entries.lanewise(LSHR, 7);
      }
      ((ByteVector) entries.convertShape(I2B, ByteVector.SPECIES_128, 0))
          .intoMemorySegment(tables, to + k, LE);
      index = index.add(2);
    }
  }
}
