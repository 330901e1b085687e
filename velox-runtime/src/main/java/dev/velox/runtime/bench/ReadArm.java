package dev.velox.runtime.bench;

import dev.velox.accounting.Account;
import dev.velox.accounting.Ledger;
import dev.velox.api.ByteRole;
import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import java.lang.foreign.MemorySegment;

/** The memory itself: a plain read of a working set, in memory of the same kind as the caches'. */
final class ReadArm extends Timed {
  private static final CodeKernels CODES = Kernels.active().codes();

  /** Bytes of one call: long calls would run in code that the compiler entered half-way. */
  private static final int PIECE = 1 << 18;

  private final Account account;
  private final MemorySegment memory;
  private final int pieces;
  private long sum;

  ReadArm(Ledger ledger, BenchOptions options) {
    account = ledger.account("bench bandwidth");
    pieces = (int) Math.max(1, options.workingSet() / PIECE);
    memory = account.allocate(ByteRole.SCRATCH, (long) pieces * PIECE);
    // Untouched pages would all be one page of zeros, read from a cache.
    memory.fill((byte) 1);
  }

  @Override
  int units() {
    return pieces;
  }

  @Override
  void run(int from, int to) {
    for (int i = from; i < to; i++) {
      sum += CODES.sumWords(memory, (long) i * PIECE, PIECE / 8);
    }
  }

  /** What was read, so that nobody can leave the reading out. */
  long sum() {
    return sum;
  }

  @Override
  double items() {
    return (double) pieces * PIECE;
  }

  @Override
  public void close() {
    account.close();
  }
}
