package dev.velox.turbo;

/** Which one number is stored with a coded vector. All three cost the same bytes. */
enum ScaleRule {
  /** The factor that brings the decoded vector nearest to the original. */
  LEAST_SQUARES {
    @Override
    double scale(double rms, double yy, double yc, double cc) {
      return yc / cc;
    }
  },
  /** The root mean square of the vector, as the paper stores it. */
  NORM {
    @Override
    double scale(double rms, double yy, double yc, double cc) {
      return rms;
    }
  },
  /** The factor that makes dot products right on average over rotations (RaBitQ's). */
  UNBIASED {
    @Override
    double scale(double rms, double yy, double yc, double cc) {
      return yy / yc;
    }
  };

  /**
   * The factor.
   *
   * @param rms root mean square of the rotated vector y, above 0, rounded to binary16
   * @param yy {@code <y, y>}
   * @param yc {@code <y, c>} with the levels c of its codes, above 0
   * @param cc {@code <c, c>}
   */
  abstract double scale(double rms, double yy, double yc, double cc);
}
