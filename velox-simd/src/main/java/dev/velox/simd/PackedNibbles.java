package dev.velox.simd;

import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Codes of 4 bits as levels: 16 integers of a row hold 16 codes in each of eight places, and an
 * index of a look-up is a shift away. Sums of bytes 0, 1, 2 and 3 of the integers stay apart.
 */
final class PackedNibbles {
  private PackedNibbles() {}

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
    long row = at;
    for (int u = 0; u < units; u += 2, row += stride) {
      IntVector x = IntVector.fromMemorySegment(I, codes, row, LE);
      int table = lo + u * levelStride;
      IntVector level = FloatVector.fromArray(F, levels, table).reinterpretAsInts();
      FloatVector w = FloatVector.broadcast(F, f[first + u]);
      FloatVector v = FloatVector.broadcast(F, f[second + u]);
      s0 = x.selectFrom(level).reinterpretAsFloats().fma(w, FLOATS.cast(s0));
      s1 = x.lanewise(LSHR, 8).selectFrom(level).reinterpretAsFloats().fma(v, FLOATS.cast(s1));
      s2 = x.lanewise(LSHR, 16).selectFrom(level).reinterpretAsFloats().fma(w, FLOATS.cast(s2));
      s3 = x.lanewise(LSHR, 24).selectFrom(level).reinterpretAsFloats().fma(v, FLOATS.cast(s3));
      level = FloatVector.fromArray(F, levels, table + levelStride).reinterpretAsInts();
      w = FloatVector.broadcast(F, f[first + u + 1]);
      v = FloatVector.broadcast(F, f[second + u + 1]);
      s0 = x.lanewise(LSHR, 4).selectFrom(level).reinterpretAsFloats().fma(w, FLOATS.cast(s0));
      s1 = x.lanewise(LSHR, 12).selectFrom(level).reinterpretAsFloats().fma(v, FLOATS.cast(s1));
      s2 = x.lanewise(LSHR, 20).selectFrom(level).reinterpretAsFloats().fma(w, FLOATS.cast(s2));
      s3 = x.lanewise(LSHR, 28).selectFrom(level).reinterpretAsFloats().fma(v, FLOATS.cast(s3));
    }
    FLOATS.cast(s0).intoArray(f, work);
    FLOATS.cast(s2).intoArray(f, work + 16);
    FLOATS.cast(s1).intoArray(f, work + 32);
    FLOATS.cast(s3).intoArray(f, work + 48);
  }
}
