package dev.velox.accounting;

import dev.velox.api.BudgetException;
import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.ClosedException;
import dev.velox.api.spi.KvMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * One cache's part of a {@link Ledger}: the segments it holds, alone or with others, and the heap
 * arrays it declares. Safe for use by many threads, but closing it ends the life of its segments,
 * so nothing may read them any more.
 */
public final class Account implements KvMemory, AutoCloseable {
  final BlockTable held = new BlockTable();
  final Tally tally = new Tally();
  final Tally heap = new Tally();
  final List<Reservation> reservations = new ArrayList<>(1);

  private final Ledger ledger;
  private final String name;
  private boolean closed;

  Account(Ledger ledger, String name) {
    this.ledger = ledger;
    this.name = name;
  }

  /**
   * The ledger it belongs to.
   *
   * @return the ledger; a fork opens its account there
   */
  public Ledger ledger() {
    return ledger;
  }

  /**
   * What the account is for.
   *
   * @return the name it was opened with
   */
  public String name() {
    return name;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Exactly these bytes are charged; rounding is slack.
   *
   * @throws BudgetException beyond the budget, or if the system has no memory left; nothing has
   *     changed
   * @throws ClosedException after {@link #close()}
   */
  @Override
  public MemorySegment allocate(ByteReport bytes) {
    return ledger.allocate(this, bytes);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The segment keeps the roles it was allocated under. An account that takes several shares
   * gives back as many.
   *
   * @throws IllegalArgumentException for a segment that no account of this ledger holds
   * @throws ClosedException after {@link #close()}
   */
  @Override
  public void retain(MemorySegment segment) {
    ledger.retain(this, segment);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException for a segment that this account does not hold
   */
  @Override
  public void release(MemorySegment segment) {
    ledger.release(this, segment);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException for a segment that this account does not hold
   */
  @Override
  public boolean shared(MemorySegment segment) {
    synchronized (ledger.lock) {
      return require(segment, "shared").otherThan(this) != null;
    }
  }

  /**
   * Sets budget aside, so that what this account allocates next cannot fail for the budget.
   *
   * @param bytes the most that will be needed
   * @return to be closed after the allocations; it gives back what they did not use
   * @throws BudgetException if so much is not free; nothing has changed
   * @throws ClosedException after {@link #close()}
   */
  public Reservation reserve(long bytes) {
    return ledger.reserve(this, bytes);
  }

  /**
   * Declares a heap array that lives as long as the cache, such as scratch floats.
   *
   * @param role what it is for
   * @param bytes its size
   * @throws BudgetException beyond the budget; nothing has changed
   * @throws ClosedException after {@link #close()}
   */
  public void chargeHeap(ByteRole role, long bytes) {
    ledger.chargeHeap(this, role, bytes);
  }

  /**
   * Takes a declaration back.
   *
   * @param role as declared
   * @param bytes at most what is declared under that role
   * @throws ClosedException after {@link #close()}, which took every declaration back
   */
  public void dischargeHeap(ByteRole role, long bytes) {
    synchronized (ledger.lock) {
      requireOpen();
      ledger.dischargeHeap(this, role, bytes);
    }
  }

  /**
   * Everything this account holds, shared segments at full size, and its heap arrays.
   *
   * @return bytes by role, and how many of them another account holds too
   */
  public ByteReport bytes() {
    synchronized (ledger.lock) {
      return tally.report().plus(heap.report());
    }
  }

  /**
   * The declared heap arrays alone.
   *
   * @return the part of {@link #bytes()} that is no segment
   */
  public ByteReport heapBytes() {
    synchronized (ledger.lock) {
      return heap.report();
    }
  }

  /**
   * Every segment this account holds, for the audit.
   *
   * @return a copy, in order of address
   */
  public List<Charge> charges() {
    synchronized (ledger.lock) {
      List<Charge> all = new ArrayList<>(held.size());
      for (Block block : held.sorted()) {
        all.add(new Charge(block.charge(), block.segment()));
      }
      return all;
    }
  }

  /**
   * Gives everything back. Segments that other accounts hold pass on to them. Closing twice is
   * quiet.
   */
  @Override
  public void close() {
    ledger.close(this);
  }

  @Override
  public String toString() {
    return "account '" + name + "', " + bytes();
  }

  /** The block of a segment this account holds; the caller holds the lock. */
  Block require(MemorySegment segment, String call) {
    Block block = held.find(segment);
    if (block == null) {
      throw new IllegalArgumentException(
          call
              + ": account '"
              + name
              + "' does not hold this segment of "
              + segment.byteSize()
              + " bytes");
    }
    return block;
  }

  void requireOpen() {
    if (closed) {
      throw new ClosedException("account '" + name + "'");
    }
  }

  /** True the first time. */
  boolean markClosed() {
    boolean first = !closed;
    closed = true;
    return first;
  }

  /** Bytes that open reservations still set aside. */
  long promised() {
    long sum = 0;
    for (Reservation reservation : reservations) {
      sum += reservation.left();
    }
    return sum;
  }

  /** Uses up reservations, oldest first, and says how much they covered. */
  long usePromises(long bytes) {
    long used = 0;
    for (Reservation reservation : reservations) {
      used += reservation.use(bytes - used);
    }
    return used;
  }
}
