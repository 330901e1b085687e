package dev.velox.runtime.bench;

/** Told how far a benchmark has come. */
@FunctionalInterface
public interface BenchListener {

  /**
   * One step more is done: an arm filled, warmed up, or a round of samples taken.
   *
   * @param done steps done
   * @param total steps in all
   */
  void progress(long done, long total);
}
