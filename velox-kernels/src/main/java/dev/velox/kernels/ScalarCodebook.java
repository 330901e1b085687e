package dev.velox.kernels;

/** Codes of non-uniform levels in plain Java. */
final class ScalarCodebook implements CodebookKernels {

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
    for (int i = 0; i < n; i++) {
      float z = x[xo + i];
      int code = 0;
      for (int step = 1 << (bits - 1); step > 0; step >>= 1) {
        if (z > bounds[bo + code + step - 1] * divisor) {
          code += step;
        }
      }
      codes[co + i] = (byte) code;
    }
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
    int levelsAt = wo + 2;
    nearest(x, xo, n, divisor, bounds, 0, bits, codes, co);
    levels(codes, co, 1, n, bits, levels, 0, 0, work, levelsAt);
    work[wo] = ScalarDot.dot(x, xo, work, levelsAt, n);
    work[wo + 1] = ScalarDot.dot(work, levelsAt, work, levelsAt, n);
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
    for (int r = 0; r < count; r++) {
      int row = r * dim;
      for (int c = 0; c < dim; c++) {
        out[o + row + c] = levels[lo + c * levelStride + (codes[co + row + c] & 0xff)];
      }
    }
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
    for (int c = 0; c < 8; c++) {
      int table = lo + c * levelStride;
      for (int t = 0; t < 64; t++) {
        scores[so + t] += q[qo + c] * levels[table + codes[co + 64 * c + t]];
      }
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
    for (int t = 0; t < count; t++) {
      for (int c = 0; c < 64; c++) {
        float level = levels[lo + codes[co + t * stride + c]];
        sums[so + c] = Math.fma(level, weights[wo + t], sums[so + c]);
      }
    }
  }
}
