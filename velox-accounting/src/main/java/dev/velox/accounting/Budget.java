package dev.velox.accounting;

import dev.velox.api.BudgetException;

/** The arithmetic of a budget: bytes charged, bytes promised to reservations, and the limit. */
final class Budget {
  private final long limit;
  private long charged;
  private long promised;
  private long peak;

  Budget(long limit) {
    this.limit = limit;
  }

  /** Refuses a demand that does not fit beside what is charged and promised. */
  void require(long bytes) {
    if (bytes > limit - charged - promised) {
      throw new BudgetException(bytes, charged + promised, limit);
    }
  }

  void charge(long bytes) {
    charged += bytes;
    peak = Math.max(peak, charged);
  }

  void discharge(long bytes) {
    charged -= bytes;
  }

  /** Sets bytes aside, or, if negative, gives them back. */
  void promise(long bytes) {
    promised += bytes;
  }

  /** The refusal of a system that has no memory left, whatever the budget says. */
  BudgetException exhausted(long bytes) {
    return new BudgetException(bytes, charged + promised, Math.min(limit, charged + promised));
  }

  long limit() {
    return limit;
  }

  long peak() {
    return peak;
  }
}
