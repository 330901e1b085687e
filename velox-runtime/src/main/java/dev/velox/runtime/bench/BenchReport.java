package dev.velox.runtime.bench;

import java.util.List;

/**
 * All arms of one run, and what they ran on.
 *
 * @param options shape and effort
 * @param processor the processor's name
 * @param kernels the kernels in force
 * @param lastLevelCache bytes of the last-level cache
 * @param heldBytes bytes all arms held at the same time
 * @param hugePageBytes bytes of the process that lay in huge pages then; -1 where the system does
 *     not say
 * @param bandwidth memory read, ns a byte
 * @param rows one an arm, in the order asked for, {@code f32} and {@code f16} first
 */
public record BenchReport(
    BenchOptions options,
    String processor,
    String kernels,
    long lastLevelCache,
    long heldBytes,
    long hugePageBytes,
    Timing bandwidth,
    List<BenchRow> rows) {

  /** Keeps its own list. */
  public BenchReport {
    rows = List.copyOf(rows);
  }

  /**
   * The bandwidth of one thread, measured between the arms.
   *
   * @return 10^9 bytes a second, at the 20th percentile
   */
  public double gbPerSecond() {
    return 1 / bandwidth.p20();
  }
}
