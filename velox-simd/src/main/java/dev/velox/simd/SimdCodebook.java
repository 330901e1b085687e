package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.I;
import static dev.velox.simd.Lanes.L;

import dev.velox.kernels.CodebookKernels;
import dev.velox.kernels.Kernels;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Codes of non-uniform levels on vectors: a compare for each boundary up to 5 bits (a search at 4
 * bits and 512), a table in one or two registers for levels. Wider codes and tables a channel run
 * scalar.
 */
final class SimdCodebook implements CodebookKernels {
  private static final CodebookKernels SCALAR = Kernels.scalar().codebook();
  private static final int COMPARED_BITS = 5;

  @Override
  public void nearest(
      float[] x,
      int xo,
      int n,
      float divisor,
      float[] bounds,
      int bo,
      int bits,
      byte[] codes,
      int co) {
    int i = 0;
    if (bits == 4 && L == 16) {
      i = NearestOfSixteen.codes(x, xo, n, divisor, bounds, bo, codes, co);
    } else if (bits <= COMPARED_BITS) {
      int count = (1 << bits) - 1;
      for (; i < F.loopBound(n); i += L) {
        FloatVector z = FloatVector.fromArray(F, x, xo + i);
        IntVector code = IntVector.zero(I);
        for (int b = bo; b < bo + count; b++) {
          code = code.add(1, z.compare(VectorOperators.GT, bounds[b] * divisor).cast(I));
        }
        if (L > 4) {
          code.convertShape(VectorOperators.I2B, GroupCodes.B_LANES, 0)
              .reinterpretAsBytes()
              .intoArray(codes, co + i);
        } else {
          GroupCodes.INTS.set(
              codes,
              co + i,
              GroupCodes.LOW_BYTES
                  .selectFrom(code.reinterpretAsBytes())
                  .reinterpretAsInts()
                  .lane(0));
        }
      }
    }
    SCALAR.nearest(x, xo + i, n - i, divisor, bounds, bo, bits, codes, co + i);
  }

  @Override
  public void encode(
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
    if (Lanes.BITS == 512 && n % L == 0 && RowCodes.serves(bits)) {
      RowCodes.encode(x, xo, n, divisor, bounds, levels, bits, codes, co, work, wo);
      return;
    }
    int levelsAt = wo + 2;
    nearest(x, xo, n, divisor, bounds, 0, bits, codes, co);
    levels(codes, co, 1, n, bits, levels, 0, 0, work, levelsAt);
    work[wo] = Dot.dot(x, xo, work, levelsAt, n);
    work[wo + 1] = Dot.dot(work, levelsAt, work, levelsAt, n);
  }

  @Override
  public void levels(
      byte[] codes,
      int co,
      int count,
      int dim,
      int bits,
      float[] levels,
      int lo,
      int levelStride,
      float[] out,
      int o) {
    int entries = 1 << bits;
    if (levelStride != 0 || entries > 2 * L) {
      SCALAR.levels(codes, co, count, dim, bits, levels, lo, levelStride, out, o);
      return;
    }
    int n = count * dim;
    int i = entries > L ? two(codes, co, n, levels, lo, out, o) : 0;
    if (entries <= L) {
      i = one(codes, co, n, entries, levels, lo, out, o);
    }
    SCALAR.levels(codes, co + i, 1, n - i, bits, levels, lo, 0, out, o + i);
  }

  private static int one(
      byte[] codes, int co, int n, int entries, float[] levels, int lo, float[] out, int o) {
    IntVector table =
        FloatVector.fromArray(F, levels, lo, F.indexInRange(0, entries)).reinterpretAsInts();
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      if (L > 4) {
        ByteVector.fromArray(GroupCodes.B_LANES, codes, co + i)
            .convertShape(VectorOperators.ZERO_EXTEND_B2I, I, 0)
            .reinterpretAsInts()
            .selectFrom(table)
            .reinterpretAsFloats()
            .intoArray(out, o + i);
      } else {
        IntVector.broadcast(I, (int) GroupCodes.INTS.get(codes, co + i))
            .lanewise(VectorOperators.LSHR, IntVector.zero(I).addIndex(8))
            .and(0xff)
            .selectFrom(table)
            .reinterpretAsFloats()
            .intoArray(out, o + i);
      }
    }
    return i;
  }

  private static int two(byte[] codes, int co, int n, float[] levels, int lo, float[] out, int o) {
    IntVector low = FloatVector.fromArray(F, levels, lo).reinterpretAsInts();
    IntVector high = FloatVector.fromArray(F, levels, lo + L).reinterpretAsInts();
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      if (L > 4) {
        ByteVector.fromArray(GroupCodes.B_LANES, codes, co + i)
            .convertShape(VectorOperators.ZERO_EXTEND_B2I, I, 0)
            .reinterpretAsInts()
            .selectFrom(low, high)
            .reinterpretAsFloats()
            .intoArray(out, o + i);
      } else {
        IntVector.broadcast(I, (int) GroupCodes.INTS.get(codes, co + i))
            .lanewise(VectorOperators.LSHR, IntVector.zero(I).addIndex(8))
            .and(0xff)
            .selectFrom(low, high)
            .reinterpretAsFloats()
            .intoArray(out, o + i);
      }
    }
    return i;
  }

  @Override
  public void scoreColumns(
      byte[] codes,
      int co,
      int bits,
      float[] q,
      int qo,
      float[] levels,
      int lo,
      int levelStride,
      float[] scores,
      int so) {
    if (Lanes.BITS == 512) {
      LevelScores.eight(codes, co, bits, q, qo, levels, lo, levelStride, scores, so);
    } else if (Lanes.BITS == 256) {
      LevelsByEight.scores(codes, co, bits, q, qo, levels, lo, levelStride, scores, so);
    } else {
      SCALAR.scoreColumns(codes, co, bits, q, qo, levels, lo, levelStride, scores, so);
    }
  }

  @Override
  public void sumLevels(
      byte[] codes,
      int co,
      int count,
      int stride,
      int bits,
      float[] levels,
      int lo,
      float[] weights,
      int wo,
      float[] sums,
      int so) {
    if (Lanes.BITS == 512) {
      LevelSums.add(codes, co, count, stride, bits, levels, lo, weights, wo, sums, so);
    } else if (Lanes.BITS == 256) {
      LevelsByEight.sums(codes, co, count, stride, bits, levels, lo, weights, wo, sums, so);
    } else {
      SCALAR.sumLevels(codes, co, count, stride, bits, levels, lo, weights, wo, sums, so);
    }
  }
}
