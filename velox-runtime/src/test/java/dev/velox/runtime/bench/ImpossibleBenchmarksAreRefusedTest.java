package dev.velox.runtime.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.cache.KvCaches;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What cannot be measured is refused by name before anything is held. */
class ImpossibleBenchmarksAreRefusedTest {
  private static final BenchOptions TINY = new BenchOptions(32, 64, 1, 15, 0, 1 << 12, 1);

  private static void refuses(String option, Executable make) {
    assertEquals(option, assertThrows(ConfigException.class, make).option());
  }

  @Test
  void numbersOutOfRange() {
    refuses("head-dim", () -> new BenchOptions(33, 64, 1, 15, 0, 1, 1));
    refuses("head-dim", () -> new BenchOptions(0, 64, 1, 15, 0, 1, 1));
    refuses("tokens", () -> new BenchOptions(32, 63, 1, 15, 0, 1, 1));
    refuses("tokens", () -> new BenchOptions(32, -1, 1, 15, 0, 1, 1));
    refuses("tokens", () -> new BenchOptions(32, 1 << 23, 1, 15, 0, 1, 1));
    refuses("query-heads", () -> new BenchOptions(32, 64, 0, 15, 0, 1, 1));
    refuses("query-heads", () -> new BenchOptions(32, 64, 9, 15, 0, 1, 1));
    refuses("samples", () -> new BenchOptions(32, 64, 1, 14, 0, 1, 1));
    refuses("warm-up", () -> new BenchOptions(32, 64, 1, 15, Double.NaN, 1, 1));
    refuses("warm-up", () -> new BenchOptions(32, 64, 1, 15, -1, 1, 1));
    refuses("working-set", () -> new BenchOptions(32, 64, 1, 15, 0, 0, 1));
    refuses("working-set", () -> new BenchOptions(32, 64, 1, 15, 0, Long.MAX_VALUE, 1));
    refuses("tokens x head-dim", () -> new BenchOptions(65_536, 32_768, 1, 15, 0, 1, 1));
  }

  @Test
  void armsThatAreNotInstalledLeaveNothingBehind() {
    try (KvCaches caches = KvCaches.create()) {
      int accounts = caches.ledger().report().accounts();
      refuses("cache", () -> Bench.run(caches, TINY, List.of(), (done, total) -> {}));
      refuses(
          "method",
          () ->
              Bench.run(caches, TINY, List.of(ArmSpec.attention("nothing")), (done, total) -> {}));
      assertEquals(accounts, caches.ledger().report().accounts());
    }
  }

  @Test
  void aRefusalIsToldWithoutOpening() {
    try (KvCaches caches = KvCaches.create()) {
      assertTrue(Bench.refusal(caches, TINY, ArmSpec.attention("nothing")).isPresent());
      assertTrue(Bench.refusal(caches, TINY, ArmSpec.attention("kivi:bits=99")).isPresent());
      for (ArmKind kind : ArmKind.values()) {
        ArmSpec kivi = new ArmSpec(kind, CacheSpec.parse("kivi:bits=2"));
        assertTrue(Bench.refusal(caches, TINY, kivi).isEmpty());
      }
    }
  }
}
