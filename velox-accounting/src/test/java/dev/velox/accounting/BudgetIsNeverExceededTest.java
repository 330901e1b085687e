package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.BudgetException;
import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.ConfigException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Sixteen threads that open and close caches never exceed a budget, and return to exactly zero. */
class BudgetIsNeverExceededTest {
  private static final long BUDGET = 64L << 20;
  private static final int THREADS = 16;

  @Test
  void sixteenThreadsAgainst64MiB() throws Exception {
    Ledger ledger = Ledger.withBudget(BUDGET);
    CountDownLatch start = new CountDownLatch(1);
    long refused = 0;
    try (var threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<Long>> all = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        long seed = t;
        all.add(threads.submit(() -> openAndClose(ledger, seed, start)));
      }
      start.countDown();
      for (Future<Long> one : all) {
        refused += one.get();
      }
    }
    assertTrue(refused > 0, "the budget was never reached");
    LedgerReport end = ledger.report();
    assertEquals(ByteReport.ZERO, end.charged());
    assertEquals(0, end.accounts());
    assertTrue(end.peakCharged() <= BUDGET, "peak " + end.peakCharged());
    assertTrue(end.reserved() <= SlabPool.SMALL, "kept " + end.reserved());
    try (Account all = ledger.account("all of it")) {
      assertEquals(BUDGET, all.allocate(ByteRole.EXACT, BUDGET).byteSize());
    }
  }

  private static long openAndClose(Ledger ledger, long seed, CountDownLatch start)
      throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    long refused = 0;
    start.await();
    for (int round = 0; round < 150; round++) {
      try (Account cache = ledger.account("cache " + seed);
          Account fork = ledger.account("fork " + seed)) {
        for (int i = 0; i < 60; i++) {
          MemorySegment segment =
              cache.allocate(ByteRole.KEY_CODES, random.nextLong(4 << 10, 256 << 10));
          segment.asSlice(segment.byteSize() - 1).fill((byte) 1);
          if (i % 3 == 0) {
            fork.retain(segment);
          } else if (i % 5 == 0) {
            cache.release(segment);
          }
        }
      } catch (BudgetException beyond) {
        refused++;
        assertEquals(BUDGET, beyond.limit());
        assertTrue(beyond.used() <= BUDGET && beyond.used() + beyond.asked() > BUDGET);
      }
      assertTrue(ledger.report().charged().resident() <= BUDGET);
    }
    return refused;
  }

  @Test
  void aRefusalChangesNothing() {
    Ledger ledger = Ledger.withBudget(1000);
    Account account = ledger.account("cache");
    account.allocate(ByteRole.EXACT, 700);
    account.chargeHeap(ByteRole.SCRATCH, 100);
    LedgerReport before = ledger.report();
    BudgetException beyond =
        assertThrows(BudgetException.class, () -> account.allocate(ByteRole.EXACT, 201));
    assertEquals(201, beyond.asked());
    assertEquals(800, beyond.used());
    assertEquals(1000, beyond.limit());
    assertThrows(BudgetException.class, () -> account.chargeHeap(ByteRole.SCRATCH, 201));
    assertThrows(BudgetException.class, () -> account.reserve(201));
    assertThrows(BudgetException.class, () -> account.allocate(ByteRole.EXACT, Long.MAX_VALUE));
    assertEquals(before, ledger.report());
    account.dischargeHeap(ByteRole.SCRATCH, 100);
    assertEquals(300, account.allocate(ByteRole.EXACT, 300).byteSize());
  }

  @Test
  void aBudgetBelowOneByteIsRefused() {
    assertThrows(ConfigException.class, () -> Ledger.withBudget(0));
    assertThrows(ConfigException.class, () -> Ledger.withBudget(-1));
  }
}
