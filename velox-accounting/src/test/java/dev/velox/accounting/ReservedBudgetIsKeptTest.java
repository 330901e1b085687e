package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.velox.api.BudgetException;
import dev.velox.api.ByteRole;
import org.junit.jupiter.api.Test;

/** What is reserved cannot be taken by another account, is used first, and the rest returns. */
class ReservedBudgetIsKeptTest {
  private final Ledger ledger = Ledger.withBudget(1000);
  private final Account mine = ledger.account("mine");
  private final Account other = ledger.account("other");

  @Test
  void othersCannotTakeIt() {
    try (Reservation reservation = mine.reserve(600)) {
      assertThrows(BudgetException.class, () -> other.allocate(ByteRole.EXACT, 401));
      other.allocate(ByteRole.EXACT, 400);
      mine.allocate(ByteRole.KEY_CODES, 250);
      mine.chargeHeap(ByteRole.SCRATCH, 50);
      assertEquals(300, reservation.remaining());
      mine.allocate(ByteRole.KEY_CODES, 300);
      assertEquals(0, reservation.remaining());
      assertThrows(BudgetException.class, () -> mine.allocate(ByteRole.KEY_CODES, 1));
    }
    assertEquals(1000, ledger.report().charged().resident());
  }

  @Test
  void theRestReturns() {
    Reservation reservation = mine.reserve(900);
    mine.allocate(ByteRole.KEY_CODES, 100);
    reservation.close();
    reservation.close();
    assertEquals(0, reservation.remaining());
    assertEquals(900, other.allocate(ByteRole.EXACT, 900).byteSize());
    assertEquals(1000, ledger.report().peakCharged());
  }

  @Test
  void whatIsNotCoveredComesFromTheBudget() {
    try (Reservation first = mine.reserve(100);
        Reservation second = mine.reserve(200)) {
      mine.allocate(ByteRole.KEY_CODES, 150);
      assertEquals(0, first.remaining());
      assertEquals(150, second.remaining());
      mine.allocate(ByteRole.KEY_CODES, 850);
      assertEquals(0, second.remaining());
    }
    assertThrows(BudgetException.class, () -> mine.reserve(1));
  }

  @Test
  void aRefusedAllocationUsesNothingUp() {
    try (Reservation reservation = mine.reserve(300)) {
      assertThrows(BudgetException.class, () -> mine.allocate(ByteRole.KEY_CODES, 1001));
      assertEquals(300, reservation.remaining());
    }
  }

  @Test
  void aClosedAccountReservesNothing() {
    Reservation reservation = mine.reserve(1000);
    mine.close();
    assertEquals(1000, other.allocate(ByteRole.EXACT, 1000).byteSize());
    reservation.close();
    assertThrows(BudgetException.class, () -> other.allocate(ByteRole.EXACT, 1));
  }

  @Test
  void releasingDoesNotRefillAReservation() {
    try (Reservation reservation = mine.reserve(400)) {
      mine.release(mine.allocate(ByteRole.KEY_CODES, 400));
      assertEquals(0, reservation.remaining());
      assertEquals(1000, other.allocate(ByteRole.EXACT, 1000).byteSize());
    }
  }
}
