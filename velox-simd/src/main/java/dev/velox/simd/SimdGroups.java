package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.L;

import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** Extremes and uniform codes on vectors. */
final class SimdGroups implements GroupKernels {
  private static final GroupKernels SCALAR = Kernels.scalar().groups();

  @Override
  public void minMax(float[] x, int o, int n, float[] out) {
    FloatVector min = FloatVector.broadcast(F, Float.POSITIVE_INFINITY);
    FloatVector max = FloatVector.broadcast(F, Float.NEGATIVE_INFINITY);
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      FloatVector v = FloatVector.fromArray(F, x, o + i);
      min = min.blend(v, v.compare(VectorOperators.LT, min));
      max = max.blend(v, v.compare(VectorOperators.GT, max));
    }
    SCALAR.minMax(x, o + i, n - i, out);
    if (L > 8) {
      min = min.min(min.rearrange(Lanes.SWAP_8));
    }
    if (L > 4) {
      min = min.min(min.rearrange(Lanes.SWAP_4));
    }
    min = min.min(min.rearrange(Lanes.SWAP_2));
    if (L > 8) {
      max = max.max(max.rearrange(Lanes.SWAP_8));
    }
    if (L > 4) {
      max = max.max(max.rearrange(Lanes.SWAP_4));
    }
    max = max.max(max.rearrange(Lanes.SWAP_2));
    out[0] = Math.min(out[0], Math.min(min.lane(0), min.lane(1))) + 0f;
    out[1] = Math.max(out[1], Math.max(max.lane(0), max.lane(1))) + 0f;
  }

  @Override
  public void minMaxColumns(
      float[] rows,
      int ro,
      int rowStride,
      int count,
      int dim,
      float[] min,
      int mo,
      float[] max,
      int xo) {
    int c = 0;
    for (; c < F.loopBound(dim); c += L) {
      FloatVector least = FloatVector.broadcast(F, Float.POSITIVE_INFINITY);
      FloatVector most = FloatVector.broadcast(F, Float.NEGATIVE_INFINITY);
      for (int r = 0; r < count; r++) {
        FloatVector v = FloatVector.fromArray(F, rows, ro + r * rowStride + c);
        least = least.blend(v, v.compare(VectorOperators.LT, least));
        most = most.blend(v, v.compare(VectorOperators.GT, most));
      }
      least.add(0f).intoArray(min, mo + c);
      most.add(0f).intoArray(max, xo + c);
    }
    SCALAR.minMaxColumns(rows, ro + c, rowStride, count, dim - c, min, mo + c, max, xo + c);
  }

  @Override
  public void encode(
      float[] x, int o, int n, float zero, float scale, int maxCode, byte[] codes, int co) {
    if (scale == 0f) {
      Arrays.fill(codes, co, co + n, (byte) 0);
      return;
    }
    GroupCodes.encode(x, o, n, zero, scale, maxCode, codes, co);
  }

  @Override
  public void encodeColumns(
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
    ColumnCodes.encode(rows, ro, rowStride, count, dim, zero, zo, scale, so, maxCode, codes, co);
  }

  @Override
  public void decode(byte[] codes, int co, int n, float zero, float scale, float[] x, int o) {
    GroupCodes.decode(codes, co, n, zero, scale, x, o);
  }

  @Override
  public void decodeColumns(
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
    ColumnCodes.decode(codes, co, count, dim, zero, zo, scale, so, rows, ro, rowStride);
  }

  @Override
  public void scaleGroups(
      float[] rows, int ro, int count, int dim, int group, float[] scales, int so) {
    int scale = so;
    for (int r = 0; r < count; r++) {
      int end = ro + (r + 1) * dim;
      for (int from = ro + r * dim; from < end; from += group) {
        scaleGroup(rows, from, Math.min(from + group, end), scales[scale++]);
      }
    }
  }

  private static void scaleGroup(float[] rows, int from, int to, float scale) {
    int i = from;
    for (int end = to - (to - from) % L; i < end; i += L) {
      FloatVector.fromArray(F, rows, i).mul(scale).intoArray(rows, i);
    }
    for (; i < to; i++) {
      rows[i] *= scale;
    }
  }
}
