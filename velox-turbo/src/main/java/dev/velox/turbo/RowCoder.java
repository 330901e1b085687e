package dev.velox.turbo;

import dev.velox.kernels.CodebookKernels;
import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import java.util.Arrays;

/**
 * Codes rotated rows: each coordinate divided by the row's root mean square, rounded to binary16,
 * is looked up in the codebook; one binary16 scale is kept. The same bits on every path.
 */
final class RowCoder {
  static final float MAX_F16 = 65504f;

  private static final int DOTS = 2;

  private static final RowKernels ROWS = Kernels.active().rows();
  private static final GroupKernels GROUPS = Kernels.active().groups();
  private static final CodebookKernels BOOKS = Kernels.active().codebook();

  private RowCoder() {}

  /** Rounds to binary16; beyond its range the greatest number of the sign. */
  static float half(double x) {
    float clamped = (float) Math.clamp(x, -MAX_F16, MAX_F16);
    return Float.float16ToFloat(Float.floatToFloat16(clamped));
  }

  /**
   * Clamps numbers to the range of binary16.
   *
   * @param x the numbers, changed in place
   * @param o the first
   * @param n how many
   * @param work two floats from 0
   * @return how many were clamped
   */
  static int clamp(float[] x, int o, int n, float[] work) {
    GROUPS.minMax(x, o, n, work);
    return -MAX_F16 <= work[0] && work[1] <= MAX_F16 ? 0 : clamp(x, o, n);
  }

  /** As {@link #clamp(float[], int, int, float[])}, without working memory. */
  static int clamp(float[] x, int o, int n) {
    int clamped = 0;
    for (int i = o; i < o + n; i++) {
      if (Math.abs(x[i]) > MAX_F16) {
        x[i] = Math.copySign(MAX_F16, x[i]);
        clamped++;
      }
    }
    return clamped;
  }

  /**
   * Sums of squares of rows; numbers beyond the range of binary16 are clamped before.
   *
   * @param x the rows, changed where they were clamped
   * @param o the first number
   * @param stride from one row to the next
   * @param rows how many
   * @param n numbers a row
   * @param squares receives one a row
   * @param so the first
   * @return how many numbers were clamped
   */
  static int squares(float[] x, int o, int stride, int rows, int n, float[] squares, int so) {
    int clamped = 0;
    for (int t = 0; t < rows; t++) {
      int row = o + t * stride;
      float xx = ROWS.dot(x, row, x, row, n);
      // No number is greater than the root of such a sum.
      if (xx >= MAX_F16 * MAX_F16) {
        clamped += clamp(x, row, n);
        xx = ROWS.dot(x, row, x, row, n);
      }
      squares[so + t] = xx;
    }
    return clamped;
  }

  /** Floats that {@link #code} works on. */
  static int workFloats(int n) {
    return DOTS + n;
  }

  /**
   * Codes one row.
   *
   * @param y its rotated coordinates
   * @param o the first
   * @param n how many
   * @param yy their sum of squares, which a rotation keeps
   * @param book the levels
   * @param rule which scale
   * @param codes receives the codes
   * @param co first code
   * @param work {@link #workFloats} floats
   * @param wo the first
   * @return the scale, a binary16 number; 0 only where every code stands for 0
   */
  static float code(
      float[] y,
      int o,
      int n,
      float yy,
      Codebook book,
      ScaleRule rule,
      byte[] codes,
      int co,
      float[] work,
      int wo) {
    float rms = half(Math.sqrt((double) yy / n));
    if (rms == 0f) {
      Arrays.fill(codes, co, co + n, (byte) (1 << (book.bits() - 1)));
      return 0f;
    }
    BOOKS.encode(y, o, n, rms, book.bounds(), book.levels(), book.bits(), codes, co, work, wo);
    return half(rule.scale(rms, yy, work[wo], work[wo + 1]));
  }
}
