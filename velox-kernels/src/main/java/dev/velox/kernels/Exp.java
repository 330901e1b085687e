package dev.velox.kernels;

/**
 * The exponential function of non-positive numbers in single precision, the one all paths share.
 *
 * <p>{@code exp(x) = 2^k exp(r)}, {@code k = rint(x / ln 2)}, {@code |r| <= ln 2 / 2}; the
 * remainder is a polynomial of degree 6, fitted for least relative error, in Horner form with fma.
 * Error at most 1 ulp. Results below the smallest normal number are 0.
 */
public final class Exp {
  /** Below this the result is 0. */
  public static final float UNDERFLOW = -87.33f;

  /** Above this the argument is cut off; callers keep it at or below 0. */
  public static final float OVERFLOW = 88f;

  /** {@code 1 / ln 2}. */
  public static final float LOG2_E = 1.4426950408889634f;

  /** Adding it rounds a number to an integer, half to even, and leaves that integer in its bits. */
  public static final float ROUNDER = 0x1.8p23f;

  /** {@code -ln 2}, leading part. */
  public static final float MINUS_LN2_HIGH = -0.6931471824645996f;

  /** {@code -ln 2}, remainder. */
  public static final float MINUS_LN2_LOW = 1.9046542121259336e-9f;

  /** Coefficient of r^2. */
  public static final float C2 = 0.4999999403953552f;

  /** Coefficient of r^3. */
  public static final float C3 = 0.1666651964187622f;

  /** Coefficient of r^4. */
  public static final float C4 = 0.041668400168418884f;

  /** Coefficient of r^5. */
  public static final float C5 = 0.00836885068565607f;

  /** Coefficient of r^6. */
  public static final float C6 = 0.0013814321719110012f;

  private Exp() {}

  /**
   * The exponential of a number.
   *
   * @param x at most 0, or negative infinity
   * @return {@code e^x}
   */
  public static float of(float x) {
    if (x < UNDERFLOW) {
      return 0f;
    }
    float y = x > OVERFLOW ? OVERFLOW : x;
    float z = Math.fma(y, LOG2_E, ROUNDER);
    float k = z - ROUNDER;
    float r = Math.fma(k, MINUS_LN2_LOW, Math.fma(k, MINUS_LN2_HIGH, y));
    float p = Math.fma(C6, r, C5);
    p = Math.fma(p, r, C4);
    p = Math.fma(p, r, C3);
    p = Math.fma(p, r, C2);
    p = Math.fma(p, r, 1f);
    p = Math.fma(p, r, 1f);
    return Float.intBitsToFloat(Float.floatToRawIntBits(p) + (Float.floatToRawIntBits(z) << 23));
  }
}
