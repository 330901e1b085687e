package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.BudgetException;
import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.ClosedException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** A segment lives as long as one account holds it, and is charged once. */
class SharesPassOnTest {

  @Test
  void theShareOfAClosedParentPassesOn() {
    Ledger ledger = Ledger.withBudget(1000);
    Account parent = ledger.account("parent");
    MemorySegment codes = parent.allocate(ByteRole.KEY_CODES, 600);
    codes.set(ValueLayout.JAVA_INT, 0, 7);
    Account fork = ledger.account("fork");
    fork.retain(codes);
    ByteReport both = ByteReport.of(ByteRole.KEY_CODES, 600).withShared(600);
    assertEquals(both, parent.bytes());
    assertEquals(both, fork.bytes());
    assertEquals(both, ledger.report().charged());
    assertTrue(parent.shared(codes));
    assertThrows(BudgetException.class, () -> fork.allocate(ByteRole.EXACT, 401));

    parent.close();
    parent.close();
    assertEquals(ByteReport.ZERO, parent.bytes());
    assertEquals(ByteReport.of(ByteRole.KEY_CODES, 600), fork.bytes());
    assertEquals(fork.bytes(), ledger.report().charged());
    assertFalse(fork.shared(codes));
    assertEquals(7, codes.get(ValueLayout.JAVA_INT, 0));
    assertThrows(ClosedException.class, () -> parent.allocate(ByteRole.EXACT, 1));

    fork.close();
    assertEquals(ByteReport.ZERO, ledger.report().charged());
    assertEquals(0, ledger.report().accounts());
  }

  @Test
  void severalSharesOfOneAccountCountOnce() {
    Ledger ledger = Ledger.unlimited();
    Account one = ledger.account("one");
    MemorySegment segment = one.allocate(ByteRole.TABLES, 100);
    one.retain(segment);
    assertEquals(ByteReport.of(ByteRole.TABLES, 100), one.bytes());
    assertFalse(one.shared(segment));
    one.release(segment);
    assertEquals(100, one.bytes().resident());
    one.release(segment);
    assertEquals(0, one.bytes().resident());
    String message =
        assertThrows(IllegalArgumentException.class, () -> one.release(segment)).getMessage();
    assertTrue(message.contains("100 bytes"), message);
  }
}
