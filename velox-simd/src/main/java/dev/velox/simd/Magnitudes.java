package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.I;
import static dev.velox.simd.Lanes.L;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/** The greatest magnitude of floats, as their bits: those of infinity and NaN are the greatest. */
final class Magnitudes {
  /** The bits of infinity; those of NaN are greater. */
  static final int INFINITE = 0x7f800000;

  /** Numbers of one loop: a longer one would run in code that the compiler entered half-way. */
  private static final int PIECE = 1 << 12;

  private static final int MAGNITUDE = 0x7fffffff;

  /** The class of vectors of ints: what {@link Lanes#FLOATS} is for. */
  @SuppressWarnings("unchecked")
  private static final Class<IntVector> INTS = (Class<IntVector>) (Class<?>) I.vectorType();

  private Magnitudes() {}

  /** Bits of the greatest of the numbers without their signs; 0 if there is none. */
  static int greatest(float[] x, int o, int n) {
    int greatest = 0;
    for (int i = 0; i < n; i += PIECE) {
      greatest = Math.max(greatest, piece(x, o + i, Math.min(PIECE, n - i)));
    }
    return greatest;
  }

  private static int piece(float[] x, int o, int n) {
    IntVector magnitude = IntVector.broadcast(I, MAGNITUDE);
    IntVector greatest = IntVector.zero(I);
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      IntVector bits = FloatVector.fromArray(F, x, o + i).reinterpretAsInts();
      greatest = INTS.cast(greatest).max(bits.and(magnitude));
    }
    int most = INTS.cast(greatest).reduceLanes(VectorOperators.MAX);
    for (; i < n; i++) {
      most = Math.max(most, Float.floatToRawIntBits(x[o + i]) & MAGNITUDE);
    }
    return most;
  }
}
