package dev.velox.runtime.bench;

/** Something that is run again and again under a clock, with its own memory. */
abstract class Timed implements AutoCloseable {
  /** Parts that can run by themselves, such as kv heads; a sample runs all of them. */
  abstract int units();

  /** Puts back what a run has changed; not timed. */
  void prepare() {}

  /** Does the work of some units; timed. */
  abstract void run(int from, int to);

  /** What a sample's time is divided by. */
  abstract double items();

  @Override
  public abstract void close();
}
