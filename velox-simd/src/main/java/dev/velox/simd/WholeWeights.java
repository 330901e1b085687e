package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.INTS;
import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.LSHL;

import dev.velox.kernels.UniformKernels;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;

/** Weights rounded to whole numbers. */
final class WholeWeights {
  private static final VectorShuffle<Integer> BEFORE = I.shuffleFromOp(i -> Math.max(i - 1, 0));
  private static final VectorMask<Integer> ODD = VectorMask.fromLong(I, WholeSums.ODD_LANES);
  private static final int MAGIC = Float.floatToRawIntBits(Wide.MAGIC);
  private static final int SHORT = 0xffff;

  private WholeWeights() {}

  static int round(int bits, float[] f, int o, float scale) {
    FloatVector inverse = FloatVector.broadcast(F, scale);
    FloatVector rounder = FloatVector.broadcast(F, Wide.MAGIC);
    IntVector zero = IntVector.broadcast(I, MAGIC);
    IntVector lower = IntVector.broadcast(I, SHORT);
    IntVector sum = IntVector.zero(I);
    for (int i = 0; i < UniformKernels.UNITS; i += 16) {
      IntVector whole =
          FloatVector.fromArray(F, f, o + i).fma(inverse, rounder).reinterpretAsInts().sub(zero);
      sum = INTS.cast(sum).add(whole);
      IntVector beyond = whole.sub(whole.rearrange(BEFORE).lanewise(LSHL, bits), ODD);
      beyond.and(lower).or(beyond.lanewise(LSHL, 16)).reinterpretAsFloats().intoArray(f, o + i);
    }
    return INTS.cast(sum).reduceLanes(ADD);
  }
}
