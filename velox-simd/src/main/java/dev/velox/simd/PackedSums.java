package dev.velox.simd;

import static dev.velox.simd.Wide.F;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;

/** Sums of even and of odd places, brought together. */
final class PackedSums {
  private static final VectorShuffle<Float> TWICE = F.shuffleFromOp(i -> i / 2);
  private static final VectorShuffle<Float> TWICE_UPPER = F.shuffleFromOp(i -> 8 + i / 2);
  private static final VectorMask<Float> ODD = VectorMask.fromLong(F, WholeSums.ODD_LANES);

  private PackedSums() {}

  /** Adds 16 sums of even places and 16 of odd ones to 32 places. */
  static void add(float[] f, int from, float[] sums, int so) {
    FloatVector even = FloatVector.fromArray(F, f, from);
    FloatVector odd = FloatVector.fromArray(F, f, from + 16);
    even.rearrange(TWICE)
        .blend(odd.rearrange(TWICE), ODD)
        .add(FloatVector.fromArray(F, sums, so))
        .intoArray(sums, so);
    even.rearrange(TWICE_UPPER)
        .blend(odd.rearrange(TWICE_UPPER), ODD)
        .add(FloatVector.fromArray(F, sums, so + 16))
        .intoArray(sums, so + 16);
  }
}
