package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.H;
import static dev.velox.simd.Lanes.I;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.LE;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** The bfloat16 format: the upper half of a float. */
final class BrainFloats {
  private static final int SIGN = 0x80000000;
  private static final int MAGNITUDE = 0x7fffffff;
  private static final int EXPONENT = 0x7f800000;
  private static final float MAX = 0x1.FEp127f;
  private static final int NAN = 0x7fc0;

  private BrainFloats() {}

  static void load(MemorySegment src, long at, float[] dst, int o, int n) {
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      ShortVector.fromMemorySegment(H, src, at + 2L * i, LE)
          .convertShape(VectorOperators.S2I, I, 0)
          .reinterpretAsInts()
          .lanewise(VectorOperators.LSHL, 16)
          .reinterpretAsFloats()
          .intoArray(dst, o + i);
    }
    Lanes.SCALAR_ROWS.loadBf16(src, at + 2L * i, dst, o + i, n - i);
  }

  static int store(float[] src, int so, MemorySegment dst, long at, int n) {
    int clamped = 0;
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      FloatVector x = FloatVector.fromArray(F, src, so + i);
      IntVector sign = x.reinterpretAsInts().and(SIGN).lanewise(VectorOperators.LSHR, 16);
      FloatVector a = x.reinterpretAsInts().and(MAGNITUDE).reinterpretAsFloats();
      VectorMask<Float> tooLarge = a.compare(VectorOperators.GT, MAX);
      clamped += tooLarge.trueCount();
      IntVector bits = a.blend(MAX, tooLarge).reinterpretAsInts();
      IntVector odd = bits.lanewise(VectorOperators.LSHR, 16).and(1);
      IntVector rounded = bits.add(0x7fff).add(odd).lanewise(VectorOperators.LSHR, 16);
      rounded
          .or(sign)
          .blend(NAN, bits.compare(VectorOperators.GT, EXPONENT))
          .convertShape(VectorOperators.I2S, H, 0)
          .reinterpretAsShorts()
          .intoMemorySegment(dst, at + 2L * i, LE);
    }
    return clamped + Lanes.SCALAR_ROWS.storeBf16(src, so + i, dst, at + 2L * i, n - i);
  }
}
