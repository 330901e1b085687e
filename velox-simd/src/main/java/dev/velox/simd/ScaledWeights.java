package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/** Weights times the f16 scales of their tokens, with the greatest of them. */
final class ScaledWeights {
  private static final float TWO_112 = 0x1p112f;

  private ScaledWeights() {}

  static float scale(
      MemorySegment scales, long at, float[] weights, int wo, int n, float[] scaled, int o) {
    FloatVector greatest = FloatVector.zero(F);
    int i = 0;
    for (; i + 16 <= n; i += 16) {
      ShortVector half =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, scales, at + 2L * i, LE);
      IntVector bits = (IntVector) half.convertShape(ZERO_EXTEND_S2I, I, 0);
      FloatVector size = bits.and(0x7fff).lanewise(LSHL, 13).reinterpretAsFloats().mul(TWO_112);
      FloatVector scale =
          bits.and(0x8000).lanewise(LSHL, 16).or(size.reinterpretAsInts()).reinterpretAsFloats();
      FloatVector w = FloatVector.fromArray(F, weights, wo + i).mul(scale);
      w.intoArray(scaled, o + i);
      greatest = greatest.max(w.abs());
    }
    float max = Lanes.max(greatest);
    for (; i < n; i++) {
      short half = scales.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * i);
      float w = weights[wo + i] * Float.float16ToFloat(half);
      scaled[o + i] = w;
      max = Math.max(max, Math.abs(w));
    }
    return max;
  }
}
