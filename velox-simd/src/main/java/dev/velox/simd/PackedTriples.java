package dev.velox.simd;

import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;

/**
 * Codes of 3 bits as levels, as {@link PackedNibbles}: first the six units in the low bits of each
 * three rows, then the two in their top bits.
 */
final class PackedTriples {
  private static final int UNITS = 8;
  private static final int ROWS = 3;

  private PackedTriples() {}

  static void sum(
      MemorySegment codes,
      long at,
      long stride,
      int units,
      float[] levels,
      int lo,
      int levelStride,
      float[] f,
      int first,
      int second,
      int work) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    VectorMask<Float> few = F.indexInRange(0, UNITS);
    IntVector codeMask = IntVector.broadcast(I, UNITS - 1);
    int rows = units / UNITS * ROWS;
    int k = 0;
    int u = 0;
    long row = at;
    for (int r = 0; r < rows; r++) {
      IntVector x = IntVector.fromMemorySegment(I, codes, row + 64L * k, LE);
      int table = lo + u * levelStride;
      IntVector level = FloatVector.fromArray(F, levels, table, few).reinterpretAsInts();
      FloatVector w = FloatVector.broadcast(F, f[first + u]);
      FloatVector v = FloatVector.broadcast(F, f[second + u]);
      s0 = x.and(codeMask).selectFrom(level).reinterpretAsFloats().fma(w, FLOATS.cast(s0));
      s1 =
          x.lanewise(LSHR, 8)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s1));
      s2 =
          x.lanewise(LSHR, 16)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(w, FLOATS.cast(s2));
      s3 =
          x.lanewise(LSHR, 24)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s3));
      level = FloatVector.fromArray(F, levels, table + levelStride, few).reinterpretAsInts();
      w = FloatVector.broadcast(F, f[first + u + 1]);
      v = FloatVector.broadcast(F, f[second + u + 1]);
      s0 =
          x.lanewise(LSHR, 3)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(w, FLOATS.cast(s0));
      s1 =
          x.lanewise(LSHR, 11)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s1));
      s2 =
          x.lanewise(LSHR, 19)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(w, FLOATS.cast(s2));
      s3 =
          x.lanewise(LSHR, 27)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s3));
      k++;
      u += 2;
      if (k == ROWS) {
        k = 0;
        u += 2;
        row += stride;
      }
    }
    IntVector top0 = IntVector.broadcast(I, 0x03030303);
    IntVector top1 = IntVector.broadcast(I, 0x0c0c0c0c);
    IntVector top2 = IntVector.broadcast(I, 0x30303030);
    row = at;
    for (int t = UNITS - 2; t < units; t += UNITS, row += stride) {
      IntVector x =
          IntVector.fromMemorySegment(I, codes, row, LE)
              .lanewise(LSHR, 6)
              .and(top0)
              .or(IntVector.fromMemorySegment(I, codes, row + 64, LE).lanewise(LSHR, 4).and(top1))
              .or(IntVector.fromMemorySegment(I, codes, row + 128, LE).lanewise(LSHR, 2).and(top2));
      int table = lo + t * levelStride;
      IntVector level = FloatVector.fromArray(F, levels, table, few).reinterpretAsInts();
      FloatVector w = FloatVector.broadcast(F, f[first + t]);
      FloatVector v = FloatVector.broadcast(F, f[second + t]);
      s0 = x.and(codeMask).selectFrom(level).reinterpretAsFloats().fma(w, FLOATS.cast(s0));
      s1 =
          x.lanewise(LSHR, 8)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s1));
      s2 =
          x.lanewise(LSHR, 16)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(w, FLOATS.cast(s2));
      s3 =
          x.lanewise(LSHR, 24)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s3));
      level = FloatVector.fromArray(F, levels, table + levelStride, few).reinterpretAsInts();
      w = FloatVector.broadcast(F, f[first + t + 1]);
      v = FloatVector.broadcast(F, f[second + t + 1]);
      s0 =
          x.lanewise(LSHR, 3)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(w, FLOATS.cast(s0));
      s1 =
          x.lanewise(LSHR, 11)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s1));
      s2 =
          x.lanewise(LSHR, 19)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(w, FLOATS.cast(s2));
      s3 =
          x.lanewise(LSHR, 27)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s3));
    }
    FLOATS.cast(s0).intoArray(f, work);
    FLOATS.cast(s2).intoArray(f, work + 16);
    FLOATS.cast(s1).intoArray(f, work + 32);
    FLOATS.cast(s3).intoArray(f, work + 48);
  }
}
