package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.I;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.LONGS;

import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/** Codes of a block under one zero point and scale a channel, transposed eight rows at a time. */
final class ColumnCodes {
  private static final GroupKernels SCALAR = Kernels.scalar().groups();

  private ColumnCodes() {}

  static void encode(
      float[] rows,
      int ro,
      int rowStride,
      int count,
      int dim,
      float[] zero,
      int zo,
      float[] scale,
      int so,
      int maxCode,
      byte[] codes,
      int co) {
    int whole = count & ~7;
    int c = 0;
    for (; c < F.loopBound(dim); c += L) {
      FloatVector base = FloatVector.fromArray(F, zero, zo + c);
      FloatVector step = FloatVector.fromArray(F, scale, so + c);
      IntVector mask =
          IntVector.broadcast(I, 0xff).blend(0, step.compare(VectorOperators.EQ, 0f).cast(I));
      int to = co + c * count;
      for (int r = 0; r < whole; r += 8) {
        int from = ro + r * rowStride + c;
        LongVector lower = LongVector.zero(LONGS);
        LongVector upper = lower;
        for (int k = 0; k < 8; k++, from += rowStride) {
          IntVector code =
              FloatVector.fromArray(F, rows, from)
                  .sub(base)
                  .div(step)
                  .max(0f)
                  .min(maxCode)
                  .add(GroupCodes.ROUNDER)
                  .reinterpretAsInts()
                  .and(mask);
          lower =
              lower.or(
                  code.convertShape(VectorOperators.I2L, LONGS, 0)
                      .reinterpretAsLongs()
                      .lanewise(VectorOperators.LSHL, 8L * k));
          upper =
              upper.or(
                  code.convertShape(VectorOperators.I2L, LONGS, 1)
                      .reinterpretAsLongs()
                      .lanewise(VectorOperators.LSHL, 8L * k));
        }
        int lowerAt = to + r;
        WordCodes.LONGS.set(codes, lowerAt, lower.lane(0));
        WordCodes.LONGS.set(codes, lowerAt + count, lower.lane(1));
        if (L > 4) {
          WordCodes.LONGS.set(codes, lowerAt + 2 * count, lower.lane(2));
          WordCodes.LONGS.set(codes, lowerAt + 3 * count, lower.lane(3));
        }
        if (L > 8) {
          WordCodes.LONGS.set(codes, lowerAt + 4 * count, lower.lane(4));
          WordCodes.LONGS.set(codes, lowerAt + 5 * count, lower.lane(5));
          WordCodes.LONGS.set(codes, lowerAt + 6 * count, lower.lane(6));
          WordCodes.LONGS.set(codes, lowerAt + 7 * count, lower.lane(7));
        }
        int upperAt = to + r + (L / 2) * count;
        WordCodes.LONGS.set(codes, upperAt, upper.lane(0));
        WordCodes.LONGS.set(codes, upperAt + count, upper.lane(1));
        if (L > 4) {
          WordCodes.LONGS.set(codes, upperAt + 2 * count, upper.lane(2));
          WordCodes.LONGS.set(codes, upperAt + 3 * count, upper.lane(3));
        }
        if (L > 8) {
          WordCodes.LONGS.set(codes, upperAt + 4 * count, upper.lane(4));
          WordCodes.LONGS.set(codes, upperAt + 5 * count, upper.lane(5));
          WordCodes.LONGS.set(codes, upperAt + 6 * count, upper.lane(6));
          WordCodes.LONGS.set(codes, upperAt + 7 * count, upper.lane(7));
        }
      }
    }
    for (int k = 0; k < c; k++) {
      for (int r = whole; r < count; r++) {
        float x = rows[ro + r * rowStride + k];
        codes[co + k * count + r] = code(x, zero[zo + k], scale[so + k], maxCode);
      }
    }
    SCALAR.encodeColumns(
        rows,
        ro + c,
        rowStride,
        count,
        dim - c,
        zero,
        zo + c,
        scale,
        so + c,
        maxCode,
        codes,
        co + c * count);
  }

  private static byte code(float x, float zero, float scale, int maxCode) {
    if (scale == 0f) {
      return 0;
    }
    return (byte) (int) Math.clamp(Math.rint((x - zero) / scale), 0.0, maxCode);
  }

  static void decode(
      byte[] codes,
      int co,
      int count,
      int dim,
      float[] zero,
      int zo,
      float[] scale,
      int so,
      float[] rows,
      int ro,
      int rowStride) {
    int whole = count & ~7;
    for (int c = 0; c < dim; c++) {
      float base = zero[zo + c];
      float step = scale[so + c];
      int from = co + c * count;
      for (int r = 0; r < whole; r += 8) {
        long word = (long) WordCodes.LONGS.get(codes, from + r);
        int to = ro + r * rowStride + c;
        for (int k = 0; k < 8; k++) {
          rows[to + k * rowStride] = Math.fma(step, (int) (word >>> (8 * k)) & 0xff, base);
        }
      }
      for (int r = whole; r < count; r++) {
        rows[ro + r * rowStride + c] = Math.fma(step, codes[from + r] & 0xff, base);
      }
    }
  }
}
