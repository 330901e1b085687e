package dev.velox.simd;

import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.SWAP_2;
import static dev.velox.simd.Wide.SWAP_4;
import static dev.velox.simd.Wide.SWAP_8;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.I2B;
import static jdk.incubator.vector.VectorOperators.OR;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Codes of 2 to 4 bits by a binary search, their levels, and what both add to the dots of a row, in
 * one pass: bounds and levels lie in a register each.
 */
final class RowCodes {
  private static final int LEAST_BITS = 2;
  private static final int MOST_BITS = 4;

  private RowCodes() {}

  static boolean serves(int bits) {
    return LEAST_BITS <= bits && bits <= MOST_BITS;
  }

  /** A row of whole vectors; parameters as for the kernel. */
  static void encode(
      float[] x,
      int xo,
      int n,
      float divisor,
      float[] bounds,
      float[] levels,
      int bits,
      byte[] codes,
      int co,
      float[] work,
      int wo) {
    int half = 1 << (bits - 1);
    IntVector bound =
        FloatVector.fromArray(F, bounds, 0, F.indexInRange(0, 2 * half - 1))
            .mul(divisor)
            .reinterpretAsInts();
    IntVector level =
        FloatVector.fromArray(F, levels, 0, F.indexInRange(0, 2 * half)).reinterpretAsInts();
    FloatVector middle = FloatVector.broadcast(F, bounds[half - 1] * divisor);
    IntVector zero = IntVector.zero(I);
    IntVector upper = IntVector.broadcast(I, half);
    IntVector four = IntVector.broadcast(I, 4);
    IntVector three = IntVector.broadcast(I, 3);
    IntVector two = IntVector.broadcast(I, 2);
    IntVector one = IntVector.broadcast(I, 1);
    FloatVector xc = FloatVector.zero(F);
    FloatVector cc = xc;
    for (int i = 0; i < n; i += 16) {
      FloatVector z = FloatVector.fromArray(F, x, xo + i);
      IntVector code = zero.blend(upper, z.compare(GT, middle).cast(I));
      if (bits > 3) {
        FloatVector b = code.or(three).selectFrom(bound).reinterpretAsFloats();
        code = code.lanewise(OR, four, z.compare(GT, b).cast(I));
      }
      if (bits > 2) {
        FloatVector b = code.or(one).selectFrom(bound).reinterpretAsFloats();
        code = code.lanewise(OR, two, z.compare(GT, b).cast(I));
      }
      FloatVector b = code.selectFrom(bound).reinterpretAsFloats();
      code = code.lanewise(OR, one, z.compare(GT, b).cast(I));
      ((ByteVector) code.convertShape(I2B, ByteVector.SPECIES_128, 0)).intoArray(codes, co + i);
      FloatVector c = code.selectFrom(level).reinterpretAsFloats();
      xc = z.fma(c, FLOATS.cast(xc));
      cc = c.fma(c, FLOATS.cast(cc));
    }
    xc = xc.add(xc.rearrange(SWAP_8));
    xc = xc.add(xc.rearrange(SWAP_4));
    xc = xc.add(xc.rearrange(SWAP_2));
    cc = cc.add(cc.rearrange(SWAP_8));
    cc = cc.add(cc.rearrange(SWAP_4));
    cc = cc.add(cc.rearrange(SWAP_2));
    work[wo] = xc.lane(0) + xc.lane(1);
    work[wo + 1] = cc.lane(0) + cc.lane(1);
  }
}
