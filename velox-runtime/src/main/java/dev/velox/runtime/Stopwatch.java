package dev.velox.runtime;

/** Time spent, for speeds in reports; the only clock of the runtime. */
public final class Stopwatch {
  private static final double NANOS = 1e9;

  private long total;
  private long started;

  /** A stopwatch at zero. */
  public Stopwatch() {}

  /** Starts counting. */
  public void start() {
    started = System.nanoTime();
  }

  /** Stops counting and adds what passed since {@link #start}. */
  public void stop() {
    total += System.nanoTime() - started;
  }

  /**
   * How many a second.
   *
   * @param count what was done in the counted time
   * @return {@code count / time}; 0 if nothing was done or counted
   */
  public double rate(long count) {
    return count == 0 || total == 0 ? 0 : count * NANOS / total;
  }

  /**
   * The time counted.
   *
   * @return nanoseconds between starts and stops, summed
   */
  public long nanos() {
    return total;
  }
}
