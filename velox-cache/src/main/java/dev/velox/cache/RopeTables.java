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

  private static Key key(Rope rope, int capacity) {
    long rounded = (capacity + (long) STEP - 1) / STEP * STEP;
    return new Key(rope, (int) Math.min(Integer.MAX_VALUE, rounded));
  }

  /** Phases for positions below a capacity, made on first use. */
  synchronized RopePhases of(Rope rope, int capacity) {
    return tables.computeIfAbsent(
        key(rope, capacity), key -> charged(new RopePhases(key.rope(), key.capacity())));
  }

  private RopePhases charged(RopePhases phases) {
    account.chargeHeap(ByteRole.TABLES, phases.bytes());
    return phases;
  }

  /** Tables for a cache that may never come to be. */
  Pending pending() {
    return new Pending();
  }

  /** Those of the factory, and new ones that it knows of once they are kept. */
  final class Pending {
    private final Map<Key, RopePhases> made = new HashMap<>();

    private Pending() {}

    RopePhases of(Rope rope, int capacity) {
      Key key = key(rope, capacity);
      synchronized (RopeTables.this) {
        RopePhases known = tables.get(key);
        if (known != null) {
          return known;
        }
      }
      return made.computeIfAbsent(key, k -> new RopePhases(k.rope(), k.capacity()));
    }

    void keep() {
      synchronized (RopeTables.this) {
        made.forEach((key, phases) -> tables.computeIfAbsent(key, k -> charged(phases)));
      }
    }
  }
}
