package dev.velox.accounting;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.ClosedException;
import dev.velox.api.ConfigException;
import java.lang.foreign.MemorySegment;

/**
 * The owner of all cache memory of a process or of one tenant: it allocates and charges in one act,
 * and refuses what would exceed its budget. Every cache has one {@link Account}; caches that are to
 * share memory (forks) have accounts of one ledger.
 *
 * <p>Safe for use by many threads. The budget bounds the bytes charged; what the system gave beyond
 * them is reported as slack.
 */
public final class Ledger implements AutoCloseable {
  private static final ByteRole[] ROLES = ByteRole.values();

  final Object lock = new Object();

  private final SlabPool pool;
  private final Budget budget;
  private final Tally charged = new Tally();
  private final BlockTable live = new BlockTable();
  private int accounts;
  private boolean closed;

  Ledger(long budget, SlabSource source) {
    this.budget = new Budget(budget);
    this.pool = new SlabPool(source);
  }

  /**
   * A ledger that only the machine limits.
   *
   * @return a new ledger
   */
  public static Ledger unlimited() {
    return new Ledger(Long.MAX_VALUE, SlabSource.best());
  }

  /**
   * A ledger that never charges more than a budget.
   *
   * @param bytes the budget, at least 1
   * @return a new ledger
   * @throws ConfigException for a budget below 1
   */
  public static Ledger withBudget(long bytes) {
    if (bytes < 1) {
      throw new ConfigException("ledger", "budget", bytes, "must be at least 1 byte");
    }
    return new Ledger(bytes, SlabSource.best());
  }

  /**
   * Opens an account.
   *
   * @param name what it is for, used in messages
   * @return a new account without a charge
   * @throws ClosedException if the ledger is closed
   */
  public Account account(String name) {
    synchronized (lock) {
      if (closed) {
        throw new ClosedException("the ledger");
      }
      accounts++;
      return new Account(this, name);
    }
  }

  /**
   * The ledger now.
   *
   * @return charges, slack, peak and budget
   */
  public LedgerReport report() {
    synchronized (lock) {
      return new LedgerReport(
          charged.report(),
          pool.reserved(),
          pool.slack(),
          budget.peak(),
          budget.limit(),
          accounts,
          pool.hugePages());
    }
  }

  /**
   * Ends the ledger: no account can be opened any more. Memory that open accounts hold lives on
   * until they close. Closing twice is quiet.
   */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      pool.close();
    }
  }

  MemorySegment allocate(Account account, ByteReport asked) {
    long bytes = asked.resident();
    if (bytes < 1) {
      throw new IllegalArgumentException("a segment of " + bytes + " bytes; at least 1 is needed");
    }
    for (ByteRole role : ROLES) {
      if (asked.of(role) < 0 || asked.shared() != 0) {
        throw new IllegalArgumentException(
            "a segment of " + asked + "; a role has 0 bytes or more, and none are shared");
      }
    }
    synchronized (lock) {
      account.requireOpen();
      long free = bytes - Math.min(bytes, account.promised());
      budget.require(free);
      Block block = pool.take(bytes);
      if (block == null) {
        throw budget.exhausted(bytes);
      }
      block.handOut(asked, account);
      live.add(block);
      account.held.add(block);
      account.tally.add(asked);
      charge(account, asked);
      return block.segment();
    }
  }

  void retain(Account account, MemorySegment segment) {
    synchronized (lock) {
      account.requireOpen();
      Block block = live.find(segment);
      if (block == null) {
        throw new IllegalArgumentException(
            "retain: no account of this ledger holds this segment of "
                + segment.byteSize()
                + " bytes");
      }
      boolean more = block.heldBy(account);
      Account sole = block.soleHolder();
      block.addHolder(account);
      if (more) {
        return;
      }
      account.held.add(block);
      account.tally.add(block.charge());
      account.tally.addShared(block.bytes);
      if (sole != null) {
        sole.tally.addShared(block.bytes);
        charged.addShared(block.bytes);
      }
    }
  }

  void release(Account account, MemorySegment segment) {
    synchronized (lock) {
      Block block = account.require(segment, "release");
      block.removeHolder(account);
      if (!block.heldBy(account)) {
        drop(account, block);
      }
    }
  }

  /** Books bytes that fit; the caller holds the lock. */
  private void charge(Account account, ByteReport bytes) {
    budget.promise(-account.usePromises(bytes.resident()));
    budget.charge(bytes.resident());
    charged.add(bytes);
  }

  void chargeHeap(Account account, ByteRole role, long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("chargeHeap: " + bytes + " bytes; at least 0 is needed");
    }
    synchronized (lock) {
      account.requireOpen();
      budget.require(bytes - Math.min(bytes, account.promised()));
      account.heap.add(role, bytes);
      charge(account, ByteReport.of(role, bytes));
    }
  }

  void dischargeHeap(Account account, ByteRole role, long bytes) {
    synchronized (lock) {
      if (bytes < 0 || bytes > account.heap.of(role)) {
        throw new IllegalArgumentException(
            "dischargeHeap: "
                + bytes
                + " bytes of "
                + role.label()
                + "; account '"
                + account.name()
                + "' has "
                + account.heap.of(role));
      }
      account.heap.add(role, -bytes);
      discharge(ByteReport.of(role, bytes));
    }
  }

  Reservation reserve(Account account, long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("reserve: " + bytes + " bytes; at least 0 is needed");
    }
    synchronized (lock) {
      account.requireOpen();
      budget.require(bytes);
      Reservation reservation = new Reservation(account, bytes);
      account.reservations.add(reservation);
      budget.promise(bytes);
      return reservation;
    }
  }

  void end(Account account, Reservation reservation) {
    synchronized (lock) {
      budget.promise(-reservation.use(Long.MAX_VALUE));
      account.reservations.remove(reservation);
    }
  }

  void close(Account account) {
    synchronized (lock) {
      if (!account.markClosed()) {
        return;
      }
      accounts--;
      for (Block block : account.held.sorted()) {
        do {
          block.removeHolder(account);
        } while (block.heldBy(account));
        drop(account, block);
      }
      for (ByteRole role : ByteRole.values()) {
        dischargeHeap(account, role, account.heap.of(role));
      }
      budget.promise(-account.usePromises(Long.MAX_VALUE));
      account.reservations.clear();
    }
  }

  /**
   * Takes a block of which the account has no share left out of its books, and frees it if nobody
   * has.
   */
  private void drop(Account account, Block block) {
    account.held.remove(block);
    account.tally.add(block.charge().times(-1));
    Account other = block.otherThan(account);
    if (other == null) {
      live.remove(block);
      discharge(block.charge());
      pool.give(block);
      return;
    }
    account.tally.addShared(-block.bytes);
    Account sole = block.soleHolder();
    if (sole != null) {
      sole.tally.addShared(-block.bytes);
      charged.addShared(-block.bytes);
    }
  }

  private void discharge(ByteReport bytes) {
    charged.add(bytes.times(-1));
    budget.discharge(bytes.resident());
  }
}
