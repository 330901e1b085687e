package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.INTS;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.MAX;
import static jdk.incubator.vector.VectorOperators.S2I;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/** Weights times the scales of their tokens, with the greatest of them. */
final class ScaledWeights {
  private ScaledWeights() {}

  static float scale(
      MemorySegment scales, long at, float[] weights, int wo, int n, float[] scaled, int o) {
    IntVector bits = IntVector.broadcast(I, Halves.BITS);
    FloatVector power = FloatVector.broadcast(F, Halves.SCALE);
    IntVector magnitude = IntVector.broadcast(I, Wide.MAGNITUDE);
    IntVector greatest = IntVector.zero(I);
    int i = 0;
    for (int end = n - n % 16; i < end; i += 16) {
      ShortVector half =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, scales, at + 2L * i, LE);
      FloatVector scale =
          ((IntVector) half.convertShape(S2I, I, 0))
              .lanewise(LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(power);
      FloatVector w = FloatVector.fromArray(F, weights, wo + i).mul(scale);
      w.intoArray(scaled, o + i);
      greatest = INTS.cast(greatest).max(w.reinterpretAsInts().and(magnitude));
    }
    float max = Float.intBitsToFloat(INTS.cast(greatest).reduceLanes(MAX));
    for (; i < n; i++) {
      short half = scales.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * i);
      float w = weights[wo + i] * Float.float16ToFloat(half);
      scaled[o + i] = w;
      max = Math.max(max, Math.abs(w));
    }
    return max;
  }
}
