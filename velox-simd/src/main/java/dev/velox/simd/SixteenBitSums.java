package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sums of 16 bits, left by a scan in the bits of floats, as floats. Apart from the scans, and with
 * as many lanes read as written: taking a part of a longer vector costs the compiler so many nodes
 * that in a scan it would give up, and box vectors.
 */
final class SixteenBitSums {
  /** Sixteen sums. */
  private static final VectorSpecies<Float> HALF = FloatVector.SPECIES_256;

  private SixteenBitSums() {}

  /** Adds {@code sum * worth + zero} for 64 channels. */
  static void add(float[] f, int from, float worth, float zero, float[] sums, int so) {
    add32(f, from, worth, zero, sums, so);
    add32(f, from + 16, worth, zero, sums, so + 32);
  }

  /** Adds {@code sum * worth + zero} for 32 channels. */
  static void add32(float[] f, int from, float worth, float zero, float[] sums, int so) {
    FloatVector unit = FloatVector.broadcast(F, worth);
    FloatVector bias = FloatVector.broadcast(F, zero);
    ((FloatVector)
            FloatVector.fromArray(HALF, f, from)
                .reinterpretAsShorts()
                .convertShape(ZERO_EXTEND_S2I, I, 0)
                .convertShape(I2F, F, 0))
        .fma(unit, bias)
        .add(FloatVector.fromArray(F, sums, so))
        .intoArray(sums, so);
    ((FloatVector)
            FloatVector.fromArray(HALF, f, from + 8)
                .reinterpretAsShorts()
                .convertShape(ZERO_EXTEND_S2I, I, 0)
                .convertShape(I2F, F, 0))
        .fma(unit, bias)
        .add(FloatVector.fromArray(F, sums, so + 16))
        .intoArray(sums, so + 16);
  }
}
