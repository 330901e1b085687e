package dev.velox.simd;

import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.I2B;
import static jdk.incubator.vector.VectorOperators.OR;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/** Codes of sixteen levels by a binary search: the bounds lie in one register, four steps. */
final class NearestOfSixteen {
  private NearestOfSixteen() {}

  /** How many of 15 ascending bounds lie below each number; returns how many numbers were done. */
  static int codes(
      float[] x, int xo, int n, float divisor, float[] bounds, int bo, byte[] codes, int co) {
    IntVector all =
        FloatVector.fromArray(F, bounds, bo, F.indexInRange(0, 15))
            .mul(divisor)
            .reinterpretAsInts();
    FloatVector middle = FloatVector.broadcast(F, bounds[bo + 7] * divisor);
    IntVector zero = IntVector.zero(I);
    IntVector eight = IntVector.broadcast(I, 8);
    IntVector four = IntVector.broadcast(I, 4);
    IntVector three = IntVector.broadcast(I, 3);
    IntVector two = IntVector.broadcast(I, 2);
    IntVector one = IntVector.broadcast(I, 1);
    int end = n - n % 16;
    for (int i = 0; i < end; i += 16) {
      FloatVector z = FloatVector.fromArray(F, x, xo + i);
      IntVector code = zero.blend(eight, z.compare(GT, middle).cast(I));
      FloatVector bound = code.or(three).selectFrom(all).reinterpretAsFloats();
      code = code.lanewise(OR, four, z.compare(GT, bound).cast(I));
      bound = code.or(one).selectFrom(all).reinterpretAsFloats();
      code = code.lanewise(OR, two, z.compare(GT, bound).cast(I));
      bound = code.selectFrom(all).reinterpretAsFloats();
      code = code.lanewise(OR, one, z.compare(GT, bound).cast(I));
      ((ByteVector) code.convertShape(I2B, ByteVector.SPECIES_128, 0)).intoArray(codes, co + i);
    }
    return end;
  }
}
