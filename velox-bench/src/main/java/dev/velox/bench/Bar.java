package dev.velox.bench;

import java.util.OptionalDouble;

/**
 * One bar: what must hold, what was shown possible, and what came out.
 *
 * @param headDim channels a head
 * @param row what is measured
 * @param figure in which unit
 * @param limits floor and aim
 * @param measured the figure, or empty
 * @param missing why it is empty: not installed, or left out by an option
 */
record Bar(
    int headDim,
    String row,
    String figure,
    Limits limits,
    OptionalDouble measured,
    Missing missing) {

  /** Why there is no figure. */
  enum Missing {
    /** There is one. */
    NOTHING,
    /** The method or precision is not installed: a floor is not met. */
    NOT_INSTALLED,
    /** The whole method is not installed, and nobody demands it. */
    NOT_DEMANDED,
    /** An option left it out. */
    LEFT_OUT
  }

  /**
   * Floor and aim.
   *
   * @param floor what must hold; NaN for none
   * @param aim what was shown possible; NaN for none
   * @param most whether they are upper limits
   */
  record Limits(double floor, double aim, boolean most) {
    static Limits least(double floor, double aim) {
      return new Limits(floor, aim, false);
    }

    static Limits most(double floor, double aim) {
      return new Limits(floor, aim, true);
    }

    Limits withoutFloor() {
      return new Limits(Double.NaN, aim, most);
    }

    private boolean reached(double limit, double value) {
      return Double.isNaN(limit) || (most ? value <= limit : value >= limit);
    }
  }

  /** Whether a floor does not hold. */
  boolean failed() {
    if (Double.isNaN(limits.floor())) {
      return false;
    }
    return measured.isPresent()
        ? !limits.reached(limits.floor(), measured.getAsDouble())
        : missing == Missing.NOT_INSTALLED;
  }

  /** In words. */
  String state() {
    if (measured.isEmpty()) {
      return missing == Missing.LEFT_OUT ? "left out" : "not installed";
    }
    double value = measured.getAsDouble();
    if (!limits.reached(limits.floor(), value)) {
      return limits.most() ? "OVER THE LIMIT" : "UNDER THE FLOOR";
    }
    if (!limits.reached(limits.aim(), value)) {
      return "aim missed";
    }
    return "met";
  }
}
