package dev.velox.api.spi;

import dev.velox.api.BudgetException;
import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import java.lang.foreign.MemorySegment;

/**
 * Where every byte of a track comes from: allocating and charging are one act. Segments are native,
 * zeroed, and start on a 64-byte boundary.
 */
public interface KvMemory {

  /**
   * A new segment, charged under a role.
   *
   * @param role what the bytes are for
   * @param bytes its size, at least 1
   * @return zeroed memory of exactly that size
   * @throws BudgetException beyond the budget; nothing has been allocated
   */
  default MemorySegment allocate(ByteRole role, long bytes) {
    return allocate(ByteReport.of(role, bytes));
  }

  /**
   * A new segment whose bytes have several roles, such as codes beside the parameters they are read
   * with.
   *
   * @param bytes its bytes by role, at least 1 in all, none of them shared
   * @return zeroed memory of exactly {@code bytes.resident()}
   * @throws BudgetException beyond the budget; nothing has been allocated
   */
  MemorySegment allocate(ByteReport bytes);

  /**
   * Takes a share in a segment that another cache of the same ledger holds.
   *
   * @param segment a segment handed out by {@link #allocate}
   */
  void retain(MemorySegment segment);

  /**
   * Gives a segment (or a share in it) back; it must not be used any more.
   *
   * @param segment a segment handed out by {@link #allocate} or taken by {@link #retain}
   */
  void release(MemorySegment segment);

  /**
   * Whether another cache holds a share: such a segment must not be written.
   *
   * @param segment a segment held by this cache
   * @return true if it is shared
   */
  boolean shared(MemorySegment segment);
}
