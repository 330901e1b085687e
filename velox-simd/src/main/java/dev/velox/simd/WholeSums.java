package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static jdk.incubator.vector.VectorOperators.I2F;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;

/**
 * Whole sums as floats. The scans leave them in the bits of floats, four vectors: even and odd
 * lanes of a row's first half, then of its second.
 */
final class WholeSums {
  /** Units whose products fit 16 bits together, at every width. */
  static final int FLUSH = 8;

  /** The lower bytes of shorts, and counts of shifts: loaded from memory they stay in registers. */
  static final short[] LOW_BYTE = Wide.shorts(0xff);

  static final short[] THREE = Wide.shorts(3);
  static final short[] FOUR = Wide.shorts(4);

  /** A bit for every second lane. */
  static final long ODD_LANES = 0xaaaa;

  private static final VectorShuffle<Integer> TWICE = I.shuffleFromOp(i -> i / 2);
  private static final VectorShuffle<Integer> TWICE_UPPER = I.shuffleFromOp(i -> 8 + i / 2);
  private static final VectorMask<Integer> ODD = VectorMask.fromLong(I, ODD_LANES);

  private WholeSums() {}

  /** Adds {@code sum * worth + zero} for 32 channels. */
  static void add(float[] f, int from, float worth, float zero, float[] sums, int so) {
    FloatVector unit = FloatVector.broadcast(F, worth);
    FloatVector bias = FloatVector.broadcast(F, zero);
    IntVector even = FloatVector.fromArray(F, f, from).reinterpretAsInts();
    IntVector odd = FloatVector.fromArray(F, f, from + 16).reinterpretAsInts();
    ((FloatVector) even.rearrange(TWICE).blend(odd.rearrange(TWICE), ODD).convertShape(I2F, F, 0))
        .fma(unit, bias)
        .add(FloatVector.fromArray(F, sums, so))
        .intoArray(sums, so);
    ((FloatVector)
            even.rearrange(TWICE_UPPER)
                .blend(odd.rearrange(TWICE_UPPER), ODD)
                .convertShape(I2F, F, 0))
        .fma(unit, bias)
        .add(FloatVector.fromArray(F, sums, so + 16))
        .intoArray(sums, so + 16);
  }
}
