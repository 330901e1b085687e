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

/** Codes of 2 bits as levels, as {@link PackedNibbles}; a row is read once for each two units. */
final class PackedCrumbs {
  private PackedCrumbs() {}

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
    VectorMask<Float> few = F.indexInRange(0, 4);
    IntVector codeMask = IntVector.broadcast(I, 3);
    for (int u = 0; u < units; u += 2) {
      IntVector x = IntVector.fromMemorySegment(I, codes, at + (u >> 2) * stride, LE);
      x = x.lanewise(LSHR, (u & 2) << 1);
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
          x.lanewise(LSHR, 2)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(w, FLOATS.cast(s0));
      s1 =
          x.lanewise(LSHR, 10)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(v, FLOATS.cast(s1));
      s2 =
          x.lanewise(LSHR, 18)
              .and(codeMask)
              .selectFrom(level)
              .reinterpretAsFloats()
              .fma(w, FLOATS.cast(s2));
      s3 =
          x.lanewise(LSHR, 26)
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
