package dev.velox.api;

import java.util.Locale;

/** More bytes than the memory budget allows. */
public final class BudgetException extends VeloxException {
  private static final long serialVersionUID = 1;

  private final long asked;
  private final long used;
  private final long limit;

  /**
   * A refused allocation.
   *
   * @param asked bytes asked for
   * @param used bytes in use
   * @param limit the budget in bytes
   */
  public BudgetException(long asked, long used, long limit) {
    super(
        String.format(
            Locale.ROOT,
            "%d bytes asked, %d of the budget of %d in use; close a cache, choose fewer bits, or"
                + " raise the budget",
            asked,
            used,
            limit),
        null);
    this.asked = asked;
    this.used = used;
    this.limit = limit;
  }

  /**
   * Bytes asked for.
   *
   * @return bytes
   */
  public long asked() {
    return asked;
  }

  /**
   * Bytes in use.
   *
   * @return bytes
   */
  public long used() {
    return used;
  }

  /**
   * The budget.
   *
   * @return bytes
   */
  public long limit() {
    return limit;
  }
}
