package dev.velox.nuq;

import dev.velox.kernels.CodebookKernels;
import dev.velox.kernels.Kernels;
import java.util.Arrays;

/**
 * Offset and scale of a token under a shared datatype, and the codes they give.
 *
 * <p>First the middle and half the width of the token's range, so that levels fitted on [-1, 1]
 * cover it. Then twice the offset and scale that fit the levels its codes stand for best, by least
 * squares: the same bytes and 5 to 7 per cent less error. Both are rounded to binary16 before codes
 * are computed.
 */
final class TokenGrid {
  private static final CodebookKernels BOOKS = Kernels.active().codebook();
  private static final int REFINED = 2;

  private final int bits;
  private final float[] levels;
  private final float[] bounds;
  private final float[] centred;

  /** The codes of the numbers last coded. */
  final byte[] codes;

  private float offset;
  private float scale;

  /**
   * A grid.
   *
   * @param bits width of a code
   * @param levels the datatype, binary16, ascending
   * @param most numbers of a token
   */
  TokenGrid(int bits, float[] levels, int most) {
    this.bits = bits;
    this.levels = levels;
    this.bounds = CodebookKernels.bounds(levels);
    this.centred = new float[most];
    this.codes = new byte[most];
  }

  float offset() {
    return offset;
  }

  float scale() {
    return scale;
  }

  /** Middle and half width of a token's numbers, as binary16. */
  void range(float[] x, int n) {
    float least = x[0];
    float greatest = x[0];
    for (int i = 1; i < n; i++) {
      least = Math.min(least, x[i]);
      greatest = Math.max(greatest, x[i]);
    }
    offset = Bits16.round(((double) least + greatest) / 2);
    scale = Bits16.round(((double) greatest - least) / 2);
  }

  /** Codes a token's numbers. */
  void code(float[] x, int n) {
    range(x, n);
    assign(x, n);
    for (int i = 0; i < REFINED && scale > 0; i++) {
      refine(x, n);
      assign(x, n);
    }
  }

  private void assign(float[] x, int n) {
    if (scale == 0) {
      Arrays.fill(codes, (byte) 0);
      return;
    }
    for (int i = 0; i < n; i++) {
      centred[i] = x[i] - offset;
    }
    BOOKS.nearest(centred, 0, n, scale, bounds, 0, bits, codes, 0);
  }

  private void refine(float[] x, int n) {
    double l1 = 0;
    double l2 = 0;
    double x1 = 0;
    double lx = 0;
    for (int i = 0; i < n; i++) {
      double l = levels[codes[i] & 0xff];
      l1 += l;
      l2 += l * l;
      x1 += x[i];
      lx += l * x[i];
    }
    double spread = n * l2 - l1 * l1;
    double slope = (n * lx - l1 * x1) / spread;
    float rounded = spread > 0 ? Bits16.round(slope) : 0;
    if (rounded > 0) {
      scale = rounded;
      offset = Bits16.round((x1 - slope * l1) / n);
    }
  }
}
