package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.BudgetException;
import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.ClosedException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Wherever the system or the budget refuses, charges and slabs stay as they were. */
class AFailedAllocationChangesNothingTest {

  /** Refuses the n-th slab, once, and counts what is mapped. */
  private static final class FailingSource implements SlabSource {
    private final SlabSource real = SlabSource.best();
    private int untilFailure;
    private long mapped;

    FailingSource(int untilFailure) {
      this.untilFailure = untilFailure;
    }

    @Override
    public Mapping map(long bytes) {
      if (untilFailure-- == 0) {
        return null;
      }
      Mapping mapping = real.map(bytes);
      mapped += bytes;
      return new Mapping(
          mapping.memory(),
          () -> {
            mapped -= bytes;
            mapping.unmap().run();
          });
    }

    @Override
    public boolean hugePages() {
      return real.hugePages();
    }
  }

  @Test
  void atEverySlab() {
    int failures = 0;
    for (int n = 0; n < 40; n++) {
      FailingSource source = new FailingSource(n);
      Ledger ledger = new Ledger(Long.MAX_VALUE, source);
      Account account = ledger.account("cache");
      List<MemorySegment> held = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        long size = 90_000L + 1000 * i;
        LedgerReport before = ledger.report();
        ByteReport bytes = account.bytes();
        try (Reservation reservation = account.reserve(size)) {
          try {
            held.add(account.allocate(ByteRole.VALUE_CODES, size));
          } catch (BudgetException none) {
            failures++;
            assertEquals(size, none.asked());
            assertEquals(size, reservation.remaining());
            assertEquals(before, ledger.report());
            assertEquals(bytes, account.bytes());
            assertEquals(held.size(), account.charges().size());
          }
        }
        assertEquals(source.mapped, ledger.report().reserved());
      }
      account.close();
      ledger.close();
      assertEquals(0, source.mapped);
    }
    assertTrue(failures > 20, failures + " failures");
  }

  @Test
  void sizesTheMachineCannotHave() {
    Ledger ledger = Ledger.unlimited();
    Account account = ledger.account("cache");
    for (long size : new long[] {1L << 62, Long.MAX_VALUE - 63, Long.MAX_VALUE, 1L << 56}) {
      LedgerReport before = ledger.report();
      assertThrows(BudgetException.class, () -> account.allocate(ByteRole.EXACT, size));
      assertEquals(before, ledger.report());
    }
    assertEquals(64, account.allocate(ByteRole.EXACT, 64).byteSize());
  }

  @Test
  void wrongCalls() {
    Ledger ledger = Ledger.unlimited();
    Account account = ledger.account("cache");
    MemorySegment segment = account.allocate(ByteRole.EXACT, 128);
    LedgerReport before = ledger.report();
    assertThrows(IllegalArgumentException.class, () -> account.allocate(ByteRole.EXACT, 0));
    assertThrows(IllegalArgumentException.class, () -> account.allocate(ByteRole.EXACT, -1));
    ByteReport negative = ByteReport.of(ByteRole.EXACT, 9).plus(ByteRole.TABLES, -1);
    assertThrows(IllegalArgumentException.class, () -> account.allocate(negative));
    ByteReport shared = ByteReport.of(ByteRole.EXACT, 9).withShared(9);
    assertThrows(IllegalArgumentException.class, () -> account.allocate(shared));
    assertThrows(IllegalArgumentException.class, () -> account.reserve(-1));
    assertThrows(IllegalArgumentException.class, () -> account.chargeHeap(ByteRole.SCRATCH, -1));
    assertThrows(IllegalArgumentException.class, () -> account.dischargeHeap(ByteRole.SCRATCH, 1));
    MemorySegment half = segment.asSlice(0, 64);
    MemorySegment inner = segment.asSlice(64);
    MemorySegment onHeap = MemorySegment.ofArray(new byte[128]);
    for (MemorySegment foreign : List.of(half, inner, onHeap, MemorySegment.NULL)) {
      assertThrows(IllegalArgumentException.class, () -> account.release(foreign));
      assertThrows(IllegalArgumentException.class, () -> account.retain(foreign));
      assertThrows(IllegalArgumentException.class, () -> account.shared(foreign));
    }
    Account elsewhere = Ledger.unlimited().account("another ledger");
    assertThrows(IllegalArgumentException.class, () -> elsewhere.retain(segment));
    assertEquals(before, ledger.report());

    ledger.close();
    assertThrows(ClosedException.class, () -> ledger.account("late"));
    assertEquals(128, account.bytes().resident());
    account.close();
    assertThrows(ClosedException.class, () -> account.reserve(1));
    assertThrows(ClosedException.class, () -> account.chargeHeap(ByteRole.SCRATCH, 1));
    assertThrows(ClosedException.class, () -> account.retain(segment));
    assertEquals(0, ledger.report().reserved());
  }
}
