package dev.velox.kernels;

/** Terms of attention scores that depend on a key's position through its rotary angle. */
public interface RopeKernels {
  /** Positions of a span, which one table of offsets covers. */
  int SPAN = 64;

  /** Spans of one call. */
  int SPANS = 16;

  /** Coefficients of the polynomial that serves the slow pairs. */
  int COEFFICIENTS = 5;

  /**
   * Floats of working memory: amplitudes of the pairs and the polynomial for every span.
   *
   * @param pairs pairs that turn
   * @return floats
   */
  static int workFloats(int pairs) {
    return SPANS * (2 * pairs + COEFFICIENTS);
  }

  /**
   * Adds the score of a rotated mean key to tokens of {@link #SPANS} spans: {@code sum over pairs
   * of a_p cos(t theta_p) + b_p sin(t theta_p)}, t counted from the first span.
   *
   * <p>Amplitudes are turned to the start of every span. Within a span fast pairs read tables of
   * the offset; slow ones share one polynomial of the distance from the span's middle, Taylor's to
   * the fourth power. One {@link Math#fma} a step.
   *
   * @param turning the pairs, and tables of their angles
   * @param a in-phase amplitudes at t = 0, one a pair
   * @param ao first amplitude
   * @param b their quadratures
   * @param bo first quadrature
   * @param from first t, 0 or more
   * @param to one past the last, at most {@code SPAN * SPANS}
   * @param scores changed in place
   * @param so score of the first t
   * @param work working memory
   * @param wo its first float
   */
  void addTurning(
      TurningPairs turning,
      float[] a,
      int ao,
      float[] b,
      int bo,
      int from,
      int to,
      float[] scores,
      int so,
      float[] work,
      int wo);
}
