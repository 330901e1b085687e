package dev.velox.cache;

import dev.velox.accounting.Account;
import dev.velox.api.ByteRole;
import dev.velox.api.Rope;
import java.util.HashMap;
import java.util.Map;

/**
 * The phase tables that the sequences of one factory share, charged to the factory's own account.
 */
final class RopeTables {
  private static final int STEP = RopePhases.SPAN * RopePhases.SPAN;

  private record Key(Rope rope, int capacity) {}

  private final Account account;
  private final Map<Key, RopePhases> tables = new HashMap<>();

  RopeTables(Account account) {
    this.account = account;
  }

  /** Phases for positions below a capacity, made on first use. */
  synchronized RopePhases of(Rope rope, int capacity) {
    int rounded = (int) Math.min(Integer.MAX_VALUE, (capacity + (long) STEP - 1) / STEP * STEP);
    return tables.computeIfAbsent(
        new Key(rope, rounded),
        key -> {
          RopePhases phases = new RopePhases(key.rope(), key.capacity());
          account.chargeHeap(ByteRole.TABLES, phases.bytes());
          return phases;
        });
  }
}
