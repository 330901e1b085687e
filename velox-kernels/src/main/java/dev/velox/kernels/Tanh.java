package dev.velox.kernels;

/**
 * The hyperbolic tangent in single precision, the one all paths share: an odd polynomial of degree
 * 11 up to 0.625, {@code (1 - e) / (1 + e)} with {@code e = exp(-2 |x|)} beyond. Error at most 2
 * ulp.
 */
public final class Tanh {
  /** Up to this magnitude the polynomial is used. */
  public static final float SMALL = 0.625f;

  /** Coefficient of x^3. */
  public static final float C3 = -0.3333328068256378f;

  /** Coefficient of x^5. */
  public static final float C5 = 0.13331441581249237f;

  /** Coefficient of x^7. */
  public static final float C7 = -0.05373971536755562f;

  /** Coefficient of x^9. */
  public static final float C9 = 0.02063908614218235f;

  /** Coefficient of x^11. */
  public static final float C11 = -0.005704985931515694f;

  private Tanh() {}

  /**
   * The hyperbolic tangent of a number.
   *
   * @param x any number but NaN
   * @return {@code tanh(x)}
   */
  public static float of(float x) {
    float y = Math.abs(x);
    if (y <= SMALL) {
      float s = x * x;
      float p = Math.fma(C11, s, C9);
      p = Math.fma(p, s, C7);
      p = Math.fma(p, s, C5);
      p = Math.fma(p, s, C3);
      return Math.fma(p * s, x, x);
    }
    float e = Exp.of(-2f * y);
    return Math.copySign((1f - e) / (1f + e), x);
  }
}
