package dev.velox.simd;

import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.INTS;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.MAX;
import static jdk.incubator.vector.VectorOperators.S2I;

import dev.velox.kernels.WeightKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/** Weights times the halves of their tokens: steps, zero points, outliers. */
final class AffineWeights {
  private AffineWeights() {}

  /** As {@link WeightKernels#weighHalves}. */
  static float weigh(
      MemorySegment parameters,
      long steps,
      long zeros,
      float anchor,
      float[] weights,
      int wo,
      int n,
      float[] f,
      int scaled,
      int lowest,
      int lanes) {
    IntVector bits = IntVector.broadcast(I, Halves.BITS);
    FloatVector power = FloatVector.broadcast(F, Halves.SCALE);
    FloatVector above = FloatVector.broadcast(F, anchor);
    IntVector magnitude = IntVector.broadcast(I, Wide.MAGNITUDE);
    IntVector greatest = IntVector.zero(I);
    FloatVector sums = FloatVector.fromArray(F, f, lanes);
    int i = 0;
    for (int end = n - n % 16; i < end; i += 16) {
      ShortVector step =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, parameters, steps + 2L * i, LE);
      ShortVector zero =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, parameters, zeros + 2L * i, LE);
      FloatVector w = FloatVector.fromArray(F, weights, wo + i);
      FloatVector s =
          ((IntVector) step.convertShape(S2I, I, 0))
              .lanewise(LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(power)
              .mul(w);
      FloatVector z =
          ((IntVector) zero.convertShape(S2I, I, 0))
              .lanewise(LSHL, 13)
              .and(bits)
              .reinterpretAsFloats()
              .mul(power)
              .mul(w);
      s.intoArray(f, scaled + i);
      above.fma(s, z).intoArray(f, lowest + i);
      sums = FLOATS.cast(sums).add(z);
      greatest = INTS.cast(greatest).max(s.reinterpretAsInts().and(magnitude));
    }
    sums.intoArray(f, lanes);
    float max = Float.intBitsToFloat(INTS.cast(greatest).reduceLanes(MAX));
    for (; i < n; i++) {
      float w = weights[wo + i];
      float s = w * half(parameters, steps + 2L * i);
      float z = w * half(parameters, zeros + 2L * i);
      f[scaled + i] = s;
      f[lowest + i] = Math.fma(anchor, s, z);
      f[lanes + i % WeightKernels.LANES] += z;
      max = Math.max(max, Math.abs(s));
    }
    return max;
  }

  /** As {@link dev.velox.kernels.OutlierKernels#beyond}. */
  static void beyond(MemorySegment x, long at, int n, float[] weights, int wo, float[] out, int o) {
    IntVector bits = IntVector.broadcast(I, Halves.BITS);
    FloatVector power = FloatVector.broadcast(F, Halves.SCALE);
    int i = 0;
    for (int end = n - n % 16; i < end; i += 16) {
      ShortVector half = ShortVector.fromMemorySegment(ShortVector.SPECIES_256, x, at + 2L * i, LE);
      ((IntVector) half.convertShape(S2I, I, 0))
          .lanewise(LSHL, 13)
          .and(bits)
          .reinterpretAsFloats()
          .mul(power)
          .fma(
              FloatVector.fromArray(F, weights, wo + i), FloatVector.fromArray(F, out, o + i).neg())
          .intoArray(out, o + i);
    }
    for (; i < n; i++) {
      out[o + i] = Math.fma(half(x, at + 2L * i), weights[wo + i], -out[o + i]);
    }
  }

  private static float half(MemorySegment memory, long at) {
    return Float.float16ToFloat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
  }
}
