package dev.velox.accounting;

import dev.velox.api.ByteReport;
import dev.velox.api.spi.TrackState;
import java.util.List;

/**
 * What an audit found: exact if every reachable segment is charged, under its roles, and every
 * charged segment is reachable.
 *
 * @param found bytes of the reachable segments, each once, and how many of them the account shares;
 *     equals {@link Account#bytes()} minus heap arrays if the audit is exact
 * @param uncharged reachable, but not held by the account, or charged under other roles
 * @param unreachable charged, but not reachable under those roles
 */
public record AuditReport(
    ByteReport found, List<TrackState.Part> uncharged, List<Charge> unreachable) {

  /** Copies both lists. */
  public AuditReport {
    uncharged = List.copyOf(uncharged);
    unreachable = List.copyOf(unreachable);
  }

  /**
   * Whether the two sets of segments are the same.
   *
   * @return true if nothing is left over on either side
   */
  public boolean exact() {
    return uncharged.isEmpty() && unreachable.isEmpty();
  }
}
