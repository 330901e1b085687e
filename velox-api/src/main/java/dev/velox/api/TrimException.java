package dev.velox.api;

/** A length that cannot be kept, or rows that are gone. */
public final class TrimException extends VeloxException {
  private static final long serialVersionUID = 1;

  private final int asked;
  private final int length;

  /**
   * A refused trim or read.
   *
   * @param asked the length or position asked for
   * @param length the current length
   * @param reason why it is impossible
   */
  public TrimException(int asked, int length, String reason) {
    super("position " + asked + " of " + length + ": " + reason, null);
    this.asked = asked;
    this.length = length;
  }

  /**
   * The length or position asked for.
   *
   * @return rows
   */
  public int asked() {
    return asked;
  }

  /**
   * The current length.
   *
   * @return rows
   */
  public int length() {
    return length;
  }
}
