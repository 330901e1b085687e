package dev.velox.accounting;

import dev.velox.api.ByteReport;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The independent weighing of a cache: segments reachable from it against segments charged. */
public final class Audit {
  private record Key(ByteReport bytes, long address, long size, boolean inNativeMemory) {
    static Key of(ByteReport bytes, MemorySegment segment) {
      return new Key(bytes, segment.address(), segment.byteSize(), segment.isNative());
    }
  }

  private Audit() {}

  /**
   * Compares as sets: a segment reachable twice counts once. Empty segments hold nothing and are
   * passed over.
   *
   * @param account the account of the cache
   * @param reachable every segment found by walking the cache
   * @return what was found, and what either side lacks
   */
  public static AuditReport weigh(Account account, Iterable<TrackState.Part> reachable) {
    Map<Key, Charge> charged = new HashMap<>();
    List<Charge> charges = account.charges();
    for (Charge charge : charges) {
      charged.put(Key.of(charge.bytes(), charge.segment()), charge);
    }
    ByteReport found = ByteReport.ZERO;
    List<TrackState.Part> uncharged = new ArrayList<>();
    Set<Key> seen = new HashSet<>();
    long shared = 0;
    for (TrackState.Part part : reachable) {
      Key key = Key.of(part.bytes(), part.segment());
      if (key.size() == 0 || !seen.add(key)) {
        continue;
      }
      found = found.plus(part.bytes());
      Charge charge = charged.get(key);
      if (charge == null) {
        uncharged.add(part);
      } else if (account.shared(charge.segment())) {
        shared += key.size();
      }
    }
    List<Charge> unreachable = new ArrayList<>();
    for (Charge charge : charges) {
      if (!seen.contains(Key.of(charge.bytes(), charge.segment()))) {
        unreachable.add(charge);
      }
    }
    return new AuditReport(found.withShared(shared), uncharged, unreachable);
  }
}
