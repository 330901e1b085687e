package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.I;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.LE;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Eight-bit floats by integer arithmetic: their bits, moved to a float's place, are their value
 * times 2^-120.
 */
final class Eighths {
  /** Sign, exponent and mantissa after sign extension and a shift by 20. */
  private static final int BITS = 0x87f00000;

  private static final float SCALE = 0x1p120f;

  private Eighths() {}

  static void load(MemorySegment src, long at, float power, float[] dst, int o, int n) {
    int i = 0;
    if (L > 4) {
      IntVector kept = IntVector.broadcast(I, BITS);
      FloatVector scale = FloatVector.broadcast(F, SCALE);
      FloatVector shared = FloatVector.broadcast(F, power);
      int end = F.loopBound(n);
      for (; i < end; i += L) {
        ((IntVector)
                ByteVector.fromMemorySegment(GroupCodes.B_LANES, src, at + i, LE)
                    .convertShape(VectorOperators.B2I, I, 0))
            .lanewise(VectorOperators.LSHL, 20)
            .and(kept)
            .reinterpretAsFloats()
            .mul(scale)
            .mul(shared)
            .intoArray(dst, o + i);
      }
    }
    Lanes.SCALAR_ROWS.loadE4m3(src, at + i, power, dst, o + i, n - i);
  }
}
