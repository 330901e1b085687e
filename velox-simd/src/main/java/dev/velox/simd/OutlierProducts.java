package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.S2I;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/** Products of outliers under heads of 128 channels: the query and the zeros stay in registers. */
final class OutlierProducts {
  private OutlierProducts() {}

  /** As {@link SimdOutliers#products}, for at least 16 numbers; the last 16 may be done twice. */
  static void of128(
      MemorySegment list,
      long channels,
      long numbers,
      int n,
      float[] q,
      int qo,
      float[] zeros,
      int zo,
      float[] out,
      int o) {
    IntVector q0 = FloatVector.fromArray(F, q, qo).reinterpretAsInts();
    IntVector q1 = FloatVector.fromArray(F, q, qo + 16).reinterpretAsInts();
    IntVector q2 = FloatVector.fromArray(F, q, qo + 32).reinterpretAsInts();
    IntVector q3 = FloatVector.fromArray(F, q, qo + 48).reinterpretAsInts();
    IntVector q4 = FloatVector.fromArray(F, q, qo + 64).reinterpretAsInts();
    IntVector q5 = FloatVector.fromArray(F, q, qo + 80).reinterpretAsInts();
    IntVector q6 = FloatVector.fromArray(F, q, qo + 96).reinterpretAsInts();
    IntVector q7 = FloatVector.fromArray(F, q, qo + 112).reinterpretAsInts();
    IntVector z0 = FloatVector.fromArray(F, zeros, zo).reinterpretAsInts();
    IntVector z1 = FloatVector.fromArray(F, zeros, zo + 16).reinterpretAsInts();
    IntVector z2 = FloatVector.fromArray(F, zeros, zo + 32).reinterpretAsInts();
    IntVector z3 = FloatVector.fromArray(F, zeros, zo + 48).reinterpretAsInts();
    IntVector z4 = FloatVector.fromArray(F, zeros, zo + 64).reinterpretAsInts();
    IntVector z5 = FloatVector.fromArray(F, zeros, zo + 80).reinterpretAsInts();
    IntVector z6 = FloatVector.fromArray(F, zeros, zo + 96).reinterpretAsInts();
    IntVector z7 = FloatVector.fromArray(F, zeros, zo + 112).reinterpretAsInts();
    IntVector bits = IntVector.broadcast(I, Halves.BITS);
    FloatVector power = FloatVector.broadcast(F, Halves.SCALE);
    for (int step = 0; step < n; step += 16) {
      int i = Math.min(step, n - 16);
      IntVector c =
          (IntVector)
              ByteVector.fromMemorySegment(ByteVector.SPECIES_128, list, channels + i, LE)
                  .convertShape(ZERO_EXTEND_B2I, I, 0);
      VectorMask<Integer> second = c.and(32).compare(NE, 0);
      VectorMask<Integer> upper = c.and(64).compare(NE, 0);
      IntVector factor =
          c.selectFrom(q0, q1)
              .blend(c.selectFrom(q2, q3), second)
              .blend(c.selectFrom(q4, q5).blend(c.selectFrom(q6, q7), second), upper);
      IntVector zero =
          c.selectFrom(z0, z1)
              .blend(c.selectFrom(z2, z3), second)
              .blend(c.selectFrom(z4, z5).blend(c.selectFrom(z6, z7), second), upper);
      ShortVector half =
          ShortVector.fromMemorySegment(ShortVector.SPECIES_256, list, numbers + 2L * i, LE);
      ((IntVector) half.convertShape(S2I, I, 0))
          .lanewise(LSHL, 13)
          .and(bits)
          .reinterpretAsFloats()
          .mul(power)
          .sub(zero.reinterpretAsFloats())
          .mul(factor.reinterpretAsFloats())
          .intoArray(out, o + i);
    }
  }
}
