package dev.velox.api;

/** A write while another thread reads or writes the same cache. */
public final class BusyException extends VeloxException {
  private static final long serialVersionUID = 1;

  /**
   * A refused call.
   *
   * @param call the refused call
   * @param others what runs at the same time
   */
  public BusyException(String call, String others) {
    super(
        call
            + " while "
            + others
            + "; a cache has one writer, and readers only between its writes: wait for them, or"
            + " give each thread a fork",
        null);
  }
}
