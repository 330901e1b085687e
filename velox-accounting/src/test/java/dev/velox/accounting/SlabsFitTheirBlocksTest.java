package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.ByteRole;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A new slab is small beside what is held already, and blocks of one size fill it. */
class SlabsFitTheirBlocksTest {

  @Property(seed = "6")
  void blocksOfOneSizeFillASlab(
      @ForAll @IntRange(min = 1, max = 1 << 20) int grains,
      @ForAll @IntRange(min = 0, max = 1 << 20) int reservedPages) {
    long span = 64L * grains;
    long reserved = LinuxMemory.PAGE * reservedPages;
    long slab = SlabPool.slabBytes(span, reserved);
    assertEquals(0, slab % LinuxMemory.PAGE);
    assertTrue(slab >= span);
    assertTrue(slab <= Math.max(Math.max(SlabPool.SMALL, reserved / 8), span) + LinuxMemory.PAGE);
    assertTrue(slab % span <= Math.max(slab / 16, LinuxMemory.PAGE), slab + " for " + span);
  }

  @Example
  void aSmallCacheHasSmallSlabs() {
    Ledger ledger = Ledger.unlimited();
    try (Account account = ledger.account("small")) {
      for (int i = 0; i < 30; i++) {
        account.allocate(ByteRole.KEY_CODES, 10_000);
      }
      assertTrue(ledger.report().reserved() <= 512 << 10);
    }
  }

  @Example
  void fromTwoMegabytesOnSlabsLieOnHugePages() {
    Ledger ledger = Ledger.unlimited();
    try (Account account = ledger.account("large")) {
      long address = account.allocate(ByteRole.EXACT, 5_000_000).address();
      boolean mapped = SlabSource.best() instanceof LinuxMemory;
      assertEquals(0, address % (mapped ? LinuxMemory.HUGE_PAGE : 64));
    }
  }

  @Example
  void freedNeighboursMerge() {
    Ledger ledger = Ledger.unlimited();
    try (Account account = ledger.account("merge")) {
      var first = account.allocate(ByteRole.EXACT, 8000);
      var second = account.allocate(ByteRole.EXACT, 8000);
      var third = account.allocate(ByteRole.EXACT, 8000);
      long reserved = ledger.report().reserved();
      account.release(first);
      account.release(third);
      account.release(second);
      assertEquals(reserved, ledger.report().reserved(), "the spare");
      var whole = account.allocate(ByteRole.EXACT, reserved);
      assertEquals(reserved, ledger.report().reserved());
      assertEquals(-1, whole.mismatch(whole.asSlice(0).fill((byte) 0)));
    }
  }
}
