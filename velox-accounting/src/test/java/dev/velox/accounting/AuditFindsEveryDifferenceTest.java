package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.spi.TrackState.Part;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An audit is exact only if reachable and charged segments are the same set, role by role. */
class AuditFindsEveryDifferenceTest {
  private final Ledger ledger = Ledger.unlimited();
  private final Account account = ledger.account("cache");
  private final MemorySegment codes = account.allocate(ByteRole.KEY_CODES, 300);
  private final MemorySegment scales = account.allocate(ByteRole.PARAMETERS, 40);
  private final Part codesPart = new Part("codes", ByteRole.KEY_CODES, codes);
  private final Part scalesPart = new Part("scales", ByteRole.PARAMETERS, scales);

  @Test
  void equalSetsAreExact() {
    Part none = new Part("none", ByteRole.OUTLIERS, MemorySegment.NULL);
    AuditReport report = Audit.weigh(account, List.of(scalesPart, codesPart, codesPart, none));
    assertTrue(report.exact());
    assertEquals(account.bytes(), report.found());
  }

  @Test
  void sharedBytesAreWeighedToo() {
    Account fork = ledger.account("fork");
    fork.retain(codes);
    AuditReport report = Audit.weigh(account, List.of(scalesPart, codesPart));
    assertTrue(report.exact());
    assertEquals(300, report.found().shared());
    assertEquals(account.bytes(), report.found());
    assertEquals(fork.bytes(), Audit.weigh(fork, List.of(codesPart)).found());
  }

  @Test
  void aLostSegmentIsUnreachable() {
    AuditReport report = Audit.weigh(account, List.of(codesPart));
    assertEquals(List.of(new Charge(scalesPart.bytes(), scales)), report.unreachable());
    assertFalse(report.exact());
  }

  @Test
  void foreignMemoryIsUncharged() {
    Part heap = new Part("array", ByteRole.TABLES, MemorySegment.ofArray(new float[10]));
    Part slice = new Part("slice", ByteRole.KEY_CODES, codes.asSlice(0, 299));
    AuditReport report = Audit.weigh(account, List.of(codesPart, scalesPart, heap, slice));
    assertEquals(List.of(heap, slice), report.uncharged());
    assertEquals(List.of(), report.unreachable());
    assertFalse(report.exact());
  }

  @Test
  void anotherRoleIsADifference() {
    Part misnamed = new Part("codes", ByteRole.VALUE_CODES, codes);
    AuditReport report = Audit.weigh(account, List.of(misnamed, scalesPart));
    assertEquals(List.of(misnamed), report.uncharged());
    ByteReport halves = ByteReport.of(ByteRole.KEY_CODES, 200).plus(ByteRole.PARAMETERS, 100);
    MemorySegment block = account.allocate(halves);
    Part same = new Part("block", halves, block);
    assertTrue(Audit.weigh(account, List.of(codesPart, scalesPart, same)).exact());
    ByteReport swapped = ByteReport.of(ByteRole.KEY_CODES, 100).plus(ByteRole.PARAMETERS, 200);
    Part other = new Part("block", swapped, block);
    assertEquals(
        List.of(other), Audit.weigh(account, List.of(codesPart, scalesPart, other)).uncharged());
    account.release(block);
    assertEquals(List.of(new Charge(codesPart.bytes(), codes)), report.unreachable());
  }
}
