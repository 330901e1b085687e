package dev.velox.api.spi;

import dev.velox.api.ByteReport;

/**
 * The bytes a track will hold after some rows: equal bounds unless sizes depend on the data.
 *
 * @param low the least it can be
 * @param high the most it can be; what the host reserves
 */
public record PlanReport(ByteReport low, ByteReport high) {

  /**
   * A plan that does not depend on the data.
   *
   * @param bytes what it will be
   * @return the plan
   */
  public static PlanReport exactly(ByteReport bytes) {
    return new PlanReport(bytes, bytes);
  }

  /**
   * The sum of two plans.
   *
   * @param other the other plan
   * @return bound by bound
   */
  public PlanReport plus(PlanReport other) {
    return new PlanReport(low.plus(other.low), high.plus(other.high));
  }
}
