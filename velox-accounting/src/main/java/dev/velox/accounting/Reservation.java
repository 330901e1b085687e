package dev.velox.accounting;

/**
 * Budget set aside for one account: while it is open, allocations of that account up to its amount
 * cannot fail for the budget, and use it up. Closing it gives back what was not used; closing twice
 * is quiet.
 */
public final class Reservation implements AutoCloseable {
  private final Account account;
  private long left;

  Reservation(Account account, long bytes) {
    this.account = account;
    this.left = bytes;
  }

  /**
   * What is still set aside.
   *
   * @return bytes not yet used
   */
  public long remaining() {
    synchronized (account.ledger().lock) {
      return left;
    }
  }

  /** Gives the unused rest back to the budget. */
  @Override
  public void close() {
    account.ledger().end(account, this);
  }

  /** What is left; the caller holds the lock. */
  long left() {
    return left;
  }

  /** Uses up to so many bytes; the caller holds the lock. */
  long use(long bytes) {
    long used = Math.min(left, bytes);
    left -= used;
    return used;
  }
}
