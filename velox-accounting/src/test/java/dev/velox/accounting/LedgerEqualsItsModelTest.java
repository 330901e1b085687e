package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.BudgetException;
import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;

/** After any history, a ledger says what a list of segments and their holders says. */
class LedgerEqualsItsModelTest {
  private static final int ACCOUNTS = 4;
  private static final long BUDGET = 8L << 20;

  enum Kind {
    ALLOCATE,
    RETAIN,
    RELEASE,
    CLOSE,
    HEAP
  }

  record Step(Kind kind, int account, int pick, long size) {}

  /** A live segment: every byte of it is its stamp. */
  record Live(MemorySegment segment, ByteReport bytes, byte stamp, List<Integer> holders) {}

  @Provide
  Arbitrary<Step> steps() {
    Arbitrary<Kind> kinds =
        Arbitraries.frequency(
            Tuple.of(8, Kind.ALLOCATE),
            Tuple.of(4, Kind.RETAIN),
            Tuple.of(7, Kind.RELEASE),
            Tuple.of(1, Kind.CLOSE),
            Tuple.of(1, Kind.HEAP));
    Arbitrary<Long> sizes =
        Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.longs().between(1, 300)),
            Tuple.of(6, Arbitraries.longs().between(4 << 10, 256 << 10)),
            Tuple.of(1, Arbitraries.longs().between(1 << 20, 5 << 20)));
    return Combinators.combine(
            kinds,
            Arbitraries.integers().between(0, ACCOUNTS - 1),
            Arbitraries.integers().between(0, 1000),
            sizes)
        .as(Step::new);
  }

  @Property(tries = 150, seed = "1")
  void withTheSourceOfThisMachine(
      @ForAll @Size(min = 20, max = 200) List<@From("steps") Step> history) {
    new Play(SlabSource.best()).run(history);
  }

  @Property(tries = 50, seed = "2")
  void withArenas(@ForAll @Size(min = 20, max = 200) List<@From("steps") Step> history) {
    new Play(new SlabSource.Arenas()).run(history);
  }

  private static final class Play {
    private final Ledger ledger;
    private final Account[] accounts = new Account[ACCOUNTS];
    private final long[] heap = new long[ACCOUNTS];
    private final List<Live> live = new ArrayList<>();
    private long peak;
    private byte stamp;

    Play(SlabSource source) {
      ledger = new Ledger(BUDGET, source);
      for (int i = 0; i < ACCOUNTS; i++) {
        accounts[i] = ledger.account("cache " + i);
      }
    }

    void run(List<Step> history) {
      for (Step step : history) {
        take(step);
        check();
      }
      for (Account account : accounts) {
        account.close();
      }
      LedgerReport last = ledger.report();
      assertEquals(ByteReport.ZERO, last.charged());
      assertEquals(0, last.accounts());
      assertTrue(last.reserved() <= SlabPool.SMALL, "kept " + last.reserved());
      assertEquals(last.reserved(), last.slack());
      ledger.close();
      assertEquals(0, ledger.report().reserved());
    }

    private void take(Step step) {
      int a = step.account();
      switch (step.kind()) {
        case ALLOCATE -> allocate(a, bytes(step), step.size());
        case RETAIN -> {
          if (!live.isEmpty()) {
            Live one = live.get(step.pick() % live.size());
            accounts[a].retain(one.segment());
            one.holders().add(a);
          }
        }
        case RELEASE -> {
          if (!live.isEmpty()) {
            release(a, live.get(step.pick() % live.size()));
          }
        }
        case CLOSE -> {
          accounts[a].close();
          accounts[a] = ledger.account("cache " + a + " again");
          heap[a] = 0;
          live.forEach(one -> one.holders().removeIf(h -> h == a));
          live.removeIf(one -> one.holders().isEmpty());
        }
        case HEAP -> {
          long more = step.size() % 5000;
          if (charged() + more <= BUDGET) {
            accounts[a].chargeHeap(ByteRole.SCRATCH, more);
            heap[a] += more;
          }
        }
      }
    }

    /** Of one role, or of two: a part of the size each. */
    private static ByteReport bytes(Step step) {
      ByteRole[] roles = ByteRole.values();
      long first = step.size() / (1 + step.pick() % 3);
      return ByteReport.of(roles[step.pick() % roles.length], first)
          .plus(roles[(step.pick() + 1) % roles.length], step.size() - first);
    }

    private void allocate(int a, ByteReport bytes, long size) {
      if (charged() + size > BUDGET) {
        LedgerReport before = ledger.report();
        assertThrows(BudgetException.class, () -> accounts[a].allocate(bytes));
        assertEquals(before, ledger.report());
        return;
      }
      MemorySegment segment = accounts[a].allocate(bytes);
      assertEquals(size, segment.byteSize());
      assertEquals(0, segment.address() % 64);
      assertTrue(holdsOnly(segment, (byte) 0), "not zeroed");
      segment.fill(++stamp);
      live.add(new Live(segment, bytes, stamp, new ArrayList<>(List.of(a))));
    }

    private void release(int a, Live one) {
      if (!one.holders().contains(a)) {
        assertThrows(IllegalArgumentException.class, () -> accounts[a].release(one.segment()));
        return;
      }
      accounts[a].release(one.segment());
      one.holders().remove((Integer) a);
      if (one.holders().isEmpty()) {
        live.remove(one);
      }
    }

    private long charged() {
      long sum = 0;
      for (long bytes : heap) {
        sum += bytes;
      }
      for (Live one : live) {
        sum += one.segment().byteSize();
      }
      return sum;
    }

    private void check() {
      peak = Math.max(peak, charged());
      ByteReport all = ByteReport.ZERO;
      ByteReport[] each = new ByteReport[ACCOUNTS];
      for (int a = 0; a < ACCOUNTS; a++) {
        each[a] = ByteReport.of(ByteRole.SCRATCH, heap[a]);
        all = all.plus(each[a]);
      }
      long inUse = 0;
      Map<Long, Live> byAddress = new TreeMap<>();
      for (Live one : live) {
        long size = one.segment().byteSize();
        assertTrue(holdsOnly(one.segment(), one.stamp()), "overwritten");
        byAddress.put(one.segment().address(), one);
        long shared = one.holders().stream().distinct().count() > 1 ? size : 0;
        ByteReport bytes = one.bytes().withShared(shared);
        all = all.plus(bytes);
        inUse += size;
        for (int a : one.holders().stream().distinct().toList()) {
          each[a] = each[a].plus(bytes);
          assertEquals(shared > 0, accounts[a].shared(one.segment()));
        }
      }
      LedgerReport report = ledger.report();
      assertEquals(all, report.charged());
      assertEquals(peak, report.peakCharged());
      assertEquals(report.reserved() - inUse, report.slack());
      for (int a = 0; a < ACCOUNTS; a++) {
        assertEquals(each[a], accounts[a].bytes());
        int account = a;
        assertEquals(
            byAddress.values().stream()
                .filter(one -> one.holders().contains(account))
                .map(one -> new Charge(one.bytes(), one.segment()))
                .toList(),
            accounts[a].charges());
      }
      assertEquals(live.size(), byAddress.size());
      long end = 0;
      for (var entry : byAddress.entrySet()) {
        assertTrue(entry.getKey() >= end, "segments overlap");
        end = entry.getKey() + entry.getValue().segment().byteSize();
      }
    }

    private static boolean holdsOnly(MemorySegment segment, byte value) {
      long last = segment.byteSize() - 1;
      if (segment.get(ValueLayout.JAVA_BYTE, 0) != value) {
        return false;
      }
      return last == 0 || segment.asSlice(0, last).mismatch(segment.asSlice(1, last)) == -1;
    }
  }
}
