package dev.velox.kernels;

/** Extremes and uniform codes in plain Java. */
final class ScalarGroups implements GroupKernels {

  @Override
  public void minMax(float[] x, int o, int n, float[] out) {
    float min = Float.POSITIVE_INFINITY;
    float max = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      min = Math.min(min, x[o + i]);
      max = Math.max(max, x[o + i]);
    }
    out[0] = min + 0f;
    out[1] = max + 0f;
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
    for (int c = 0; c < dim; c++) {
      min[mo + c] = Float.POSITIVE_INFINITY;
      max[xo + c] = Float.NEGATIVE_INFINITY;
    }
    for (int r = 0; r < count; r++) {
      int at = ro + r * rowStride;
      for (int c = 0; c < dim; c++) {
        min[mo + c] = Math.min(min[mo + c], rows[at + c]);
        max[xo + c] = Math.max(max[xo + c], rows[at + c]);
      }
    }
    for (int c = 0; c < dim; c++) {
      min[mo + c] += 0f;
      max[xo + c] += 0f;
    }
  }

  @Override
  public void encode(
      float[] x, int o, int n, float zero, float scale, int maxCode, byte[] codes, int co) {
    for (int i = 0; i < n; i++) {
      codes[co + i] = code(x[o + i], zero, scale, maxCode);
    }
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
    for (int c = 0; c < dim; c++) {
      for (int r = 0; r < count; r++) {
        float x = rows[ro + r * rowStride + c];
        codes[co + c * count + r] = code(x, zero[zo + c], scale[so + c], maxCode);
      }
    }
  }

  @Override
  public void decode(byte[] codes, int co, int n, float zero, float scale, float[] x, int o) {
    for (int i = 0; i < n; i++) {
      x[o + i] = Math.fma(scale, codes[co + i] & 0xff, zero);
    }
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
    for (int c = 0; c < dim; c++) {
      for (int r = 0; r < count; r++) {
        rows[ro + r * rowStride + c] =
            Math.fma(scale[so + c], codes[co + c * count + r] & 0xff, zero[zo + c]);
      }
    }
  }

  @Override
  public void scaleGroups(
      float[] rows, int ro, int count, int dim, int group, float[] scales, int so) {
    int scale = so;
    for (int r = 0; r < count; r++) {
      int end = ro + (r + 1) * dim;
      for (int from = ro + r * dim; from < end; from += group) {
        float s = scales[scale++];
        int to = Math.min(from + group, end);
        for (int i = from; i < to; i++) {
          rows[i] *= s;
        }
      }
    }
  }

  private static byte code(float x, float zero, float scale, int maxCode) {
    if (scale == 0f) {
      return 0;
    }
    double nearest = Math.rint((x - zero) / scale);
    return (byte) (int) Math.clamp(nearest, 0.0, maxCode);
  }
}
