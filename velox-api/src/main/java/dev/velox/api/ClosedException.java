package dev.velox.api;

/** Use of something that was closed. */
public final class ClosedException extends VeloxException {
  private static final long serialVersionUID = 1;

  /**
   * A refused call.
   *
   * @param what what was closed
   */
  public ClosedException(String what) {
    super(what + " is closed; open or fork a new one", null);
  }
}
