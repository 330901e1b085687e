package dev.velox.baselines;

/**
 * The grid of a min/max group: zero point and scale as binary16, rounded outward so that the grid
 * still covers the group.
 *
 * <p>The zero point goes down to the next binary16, the scale up, so every value lies within half a
 * stored step of a grid point. At one bit the widest group, -65504 to 65504, needs a step that
 * binary16 does not hold: there the stored scale is half the step.
 */
final class GroupGrid {
  /** The greatest finite binary16. */
  static final float LIMIT = 65504f;

  /** Halfway between zero and the least binary16: smaller values are zeros. */
  private static final float TINY = 0x1p-25f;

  private GroupGrid() {}

  /**
   * The step of a grid whose stored scale is 1.
   *
   * @param bits bits a code
   * @return 2 at one bit, otherwise 1
   */
  static float unit(int bits) {
    return bits == 1 ? 2f : 1f;
  }

  /**
   * The zero point of a group.
   *
   * @param min its least value, within the limit
   * @return a binary16, not above {@code min} unless that is a zero
   */
  static float zero(float min) {
    if (min <= 0 && min > -TINY) {
      return 0f;
    }
    short half = Float.floatToFloat16(min);
    return Float.float16ToFloat(Float.float16ToFloat(half) > min ? below(half) : half);
  }

  /**
   * The stored scale of a group.
   *
   * @param max its greatest value, within the limit
   * @param zero its zero point
   * @param bits bits a code
   * @return a binary16, 0 for a constant group
   */
  static float scale(float max, float zero, int bits) {
    double range = Math.max(0.0, (double) max - zero);
    double exact = range / ((1 << bits) - 1) / unit(bits);
    short half = Float.floatToFloat16((float) exact);
    return Float.float16ToFloat(Float.float16ToFloat(half) < exact ? (short) (half + 1) : half);
  }

  private static short below(short half) {
    return (short) (half == 0 ? 0x8001 : half > 0 ? half - 1 : half + 1);
  }

  /**
   * Clamps values to the range of binary16.
   *
   * @param x the values, changed in place
   * @param offset the first
   * @param n how many
   * @return how many were beyond it
   */
  static int clamp(float[] x, int offset, int n) {
    int clamped = 0;
    for (int i = offset; i < offset + n; i++) {
      if (Math.abs(x[i]) > LIMIT) {
        x[i] = Math.copySign(LIMIT, x[i]);
        clamped++;
      }
    }
    return clamped;
  }
}
