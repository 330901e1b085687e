package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.S2I;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;

/** Weights times the f16 steps of their tokens, and the weighted sum of what lies beside them. */
final class GroupWeights {
  private static final int TOKENS = 64;

  private GroupWeights() {}

  static float weigh(
      MemorySegment parameters,
      long steps,
      long zeros,
      float anchor,
      float[] weights,
      int wo,
      float[] scaled,
      int o,
      float[] sum,
      int so) {
    FloatVector greatest = FloatVector.zero(F);
    FloatVector sums = greatest;
    FloatVector above = FloatVector.broadcast(F, anchor);
    for (int i = 0; i < TOKENS; i += 16) {
      FloatVector step =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, parameters, steps + 2L * i, LE)
              .convertShape(S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(LSHL, 13)
              .and(Halves.BITS)
              .reinterpretAsFloats()
              .mul(Halves.SCALE);
      FloatVector zero =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, parameters, zeros + 2L * i, LE)
              .convertShape(S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(LSHL, 13)
              .and(Halves.BITS)
              .reinterpretAsFloats()
              .mul(Halves.SCALE);
      FloatVector weight = FloatVector.fromArray(F, weights, wo + i);
      FloatVector w = weight.mul(step);
      w.intoArray(scaled, o + i);
      greatest = greatest.max(w.abs());
      sums = w.fma(above, weight.fma(zero, sums));
    }
    sums = sums.add(sums.rearrange(Wide.SWAP_8));
    sums = sums.add(sums.rearrange(Wide.SWAP_4));
    sums = sums.add(sums.rearrange(Wide.SWAP_2));
    sum[so] += sums.lane(0) + sums.lane(1);
    greatest = greatest.max(greatest.rearrange(Wide.SWAP_8));
    greatest = greatest.max(greatest.rearrange(Wide.SWAP_4));
    greatest = greatest.max(greatest.rearrange(Wide.SWAP_2));
    return Math.max(greatest.lane(0), greatest.lane(1));
  }
}
