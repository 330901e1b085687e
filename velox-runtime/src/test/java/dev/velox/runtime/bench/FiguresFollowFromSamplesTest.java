package dev.velox.runtime.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.CacheSpec;
import dev.velox.cache.KvCaches;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every figure of a report follows from its samples, its bytes and its rows. */
class FiguresFollowFromSamplesTest {
  private static final int DIM = 32;
  private static final int TOKENS = 512;
  private static final int GROUP = 2;
  private static final long WORKING_SET = 1 << 17;
  private static final BenchOptions TINY =
      new BenchOptions(DIM, TOKENS, GROUP, 15, 0, WORKING_SET, 1);

  private static ArmSpec arm(ArmKind kind, String cache) {
    return new ArmSpec(kind, CacheSpec.parse(cache));
  }

  private static final List<ArmSpec> ARMS =
      List.of(
          arm(ArmKind.ATTENTION, "uniform:bits=4"),
          arm(ArmKind.ATTENTION, "uniform:bits=4;center=off"),
          arm(ArmKind.ATTENTION, "kivi:bits=2"),
          arm(ArmKind.KEYS, "uniform:bits=4"),
          arm(ArmKind.KEYS, "f32"),
          arm(ArmKind.VALUES, "uniform:bits=4"),
          arm(ArmKind.ENCODE_KEYS, "kivi:bits=4"),
          arm(ArmKind.ENCODE_VALUES, "kivi:bits=4"),
          arm(ArmKind.FIT, "uniform:bits=4"),
          arm(ArmKind.APPEND, "kivi:bits=4"));

  private static final List<Long> PROGRESS = new ArrayList<>();
  private static final BenchReport REPORT = report();

  private static BenchReport report() {
    try (KvCaches caches = KvCaches.create()) {
      BenchReport report =
          Bench.run(caches, TINY, ARMS, (done, total) -> PROGRESS.add(total - done));
      // Phase tables of the factory stay; no arm does.
      assertEquals(1, caches.ledger().report().accounts());
      return report;
    }
  }

  private static BenchRow row(ArmKind kind, String cache) {
    return REPORT.rows().stream()
        .filter(r -> r.asked().equals(arm(kind, cache)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyArmIsThereAndTheExactOnesComeFirst() {
    List<ArmSpec> expected = new ArrayList<>();
    expected.add(arm(ArmKind.ATTENTION, "f32"));
    expected.add(arm(ArmKind.ATTENTION, "f16"));
    expected.addAll(ARMS);
    assertEquals(expected, REPORT.rows().stream().map(BenchRow::asked).toList());
  }

  @Test
  void everyStepIsTold() {
    assertEquals(2 * (ARMS.size() + 2) + 15, PROGRESS.size());
    assertEquals(0, PROGRESS.getLast());
  }

  @Test
  void timesAreOrderedAndSpeedsFollow() {
    for (BenchRow row : REPORT.rows()) {
      Timing t = row.time();
      assertTrue(0 < t.min() && t.min() <= t.p20() && t.p20() <= t.median(), row.toString());
      assertEquals(15, t.samples());
      double items =
          switch (row.asked().kind()) {
            case ATTENTION, KEYS, VALUES -> GROUP;
            case ENCODE_KEYS, ENCODE_VALUES -> 1;
            case FIT -> (double) DIM / 4096;
            case APPEND -> 1.0 / 8;
          };
      double speed = row.bytesPerToken() / (items * t.p20());
      assertEquals(speed, row.gbPerSecond(), 1e-9 * speed);
      double share = row.asked().kind().reads() ? speed / REPORT.gbPerSecond() : 0;
      assertEquals(share, row.share(), 1e-9 * share);
    }
  }

  @Test
  void ratiosAreThoseOfTheSameRunAndKind() {
    BenchRow f32 = row(ArmKind.ATTENTION, "f32");
    BenchRow f16 = row(ArmKind.ATTENTION, "f16");
    for (BenchRow row : REPORT.rows()) {
      boolean whole = row.asked().kind() == ArmKind.ATTENTION;
      if (whole) {
        assertEquals(f32.time().p20() / row.time().p20(), row.timesF32(), 1e-12);
      }
      assertEquals(whole ? f16.time().p20() / row.time().p20() : 0, row.timesF16(), 1e-12);
    }
    double keys = row(ArmKind.KEYS, "f32").time().p20();
    BenchRow coded = row(ArmKind.KEYS, "uniform:bits=4");
    assertEquals(keys / coded.time().p20(), coded.timesF32(), 1e-12);
    assertEquals(0, row(ArmKind.VALUES, "uniform:bits=4").timesF32());
  }

  @Test
  void workingSetsAreFilled() {
    for (BenchRow row : REPORT.rows()) {
      if (row.asked().kind().reads()) {
        double bytes = row.bytesPerToken() * TOKENS * row.heads();
        assertTrue(bytes > 0.9 * WORKING_SET, row + " goes through " + bytes);
      }
    }
    assertTrue(REPORT.heldBytes() > 6 * WORKING_SET, "held " + REPORT.heldBytes());
  }

  @Test
  void bytesAreThoseOfTheCodes() {
    assertEquals(DIM * 0.5 + 4, row(ArmKind.KEYS, "uniform:bits=4").bytesPerToken(), 1e-9);
    assertEquals(DIM * 4, row(ArmKind.KEYS, "f32").bytesPerToken(), 1e-9);
    assertEquals(DIM * 4, row(ArmKind.ENCODE_KEYS, "kivi:bits=4").bytesPerToken(), 1e-9);
    assertEquals(DIM * 8, row(ArmKind.APPEND, "kivi:bits=4").bytesPerToken(), 1e-9);
    double coded = row(ArmKind.ATTENTION, "uniform:bits=4").bytesPerToken();
    assertTrue(coded > DIM + 8 && coded < DIM * 4, "bytes a token: " + coded);
  }

  @Test
  void errorsAreThoseOfTheCodesAndOfTheArithmetic() {
    AttentionError f32 = row(ArmKind.ATTENTION, "f32").error().orElseThrow();
    assertEquals(0, f32.coding());
    assertEquals(0, f32.added());
    AttentionError f16 = row(ArmKind.ATTENTION, "f16").error().orElseThrow();
    assertTrue(f16.coding() > 1e-5 && f16.coding() < 1e-3, f16.toString());
    AttentionError four = row(ArmKind.ATTENTION, "uniform:bits=4").error().orElseThrow();
    AttentionError two = row(ArmKind.ATTENTION, "kivi:bits=2").error().orElseThrow();
    assertTrue(four.coding() > 0.01 && four.coding() < 0.5, four.toString());
    assertTrue(two.coding() > four.coding(), two + " against " + four);
    for (AttentionError e : List.of(f32, f16, four, two)) {
      assertTrue(e.greatest() < 1e-4, e.toString());
      assertTrue(e.added() >= 0 && e.added() < 0.01, e.toString());
    }
    assertFalse(row(ArmKind.KEYS, "f32").error().isPresent());
  }

  @Test
  void tablesHoldEveryRow() {
    String attention = BenchTables.attention(REPORT).markdown();
    assertEquals(2 + 5, attention.lines().count(), attention);
    assertEquals(2 + 2, BenchTables.pass(REPORT, ArmKind.KEYS).markdown().lines().count());
    assertEquals(2 + 4, BenchTables.writing(REPORT).markdown().lines().count());
    String setting = BenchTables.setting(REPORT);
    assertTrue(setting.contains("15 samples, each of 128 KiB"), setting);
    assertTrue(setting.contains(REPORT.kernels()), setting);
  }
}
