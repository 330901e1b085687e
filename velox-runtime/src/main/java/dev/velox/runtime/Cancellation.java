package dev.velox.runtime;

/**
 * A request to stop, made by one thread and seen by another between two tokens or two chunks of a
 * prompt.
 */
public final class Cancellation {
  private volatile boolean requested;

  /** A cancellation that has not been requested. */
  public Cancellation() {}

  /** Requests the stop; calling twice is quiet. */
  public void cancel() {
    requested = true;
  }

  /**
   * Whether the stop was requested.
   *
   * @return true from then on
   */
  public boolean requested() {
    return requested;
  }
}
