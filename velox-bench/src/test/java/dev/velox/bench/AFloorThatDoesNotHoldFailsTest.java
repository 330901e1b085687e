package dev.velox.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.runtime.bench.ArmKind;
import dev.velox.runtime.bench.ArmSpec;
import dev.velox.runtime.bench.AttentionError;
import dev.velox.runtime.bench.BenchOptions;
import dev.velox.runtime.bench.BenchReport;
import dev.velox.runtime.bench.BenchRow;
import dev.velox.runtime.bench.Timing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A floor holds, or the grid fails: for figures too low, and for figures that are not there. */
class AFloorThatDoesNotHoldFailsTest {
  private static final Set<String> ALL = Set.of("f32", "f16", "turbo", "kivi", "uniform");
  private static final int TOKENS = 32_768;

  /** A grid in which every arm takes as long as {@code ns} says; f32 takes 40, f16 22. */
  private static List<PanelResult> results(int headDim, Map<String, Double> ns) {
    List<PanelResult> results = new ArrayList<>();
    for (Panel panel : Grid.panels(List.of(headDim), TOKENS, List.of(1, 4), List.of(4, 3, 2))) {
      List<ArmSpec> arms = new ArrayList<>(panel.arms());
      arms.add(ArmSpec.attention("f32"));
      arms.add(ArmSpec.attention("f16"));
      List<BenchRow> rows = new ArrayList<>();
      Map<ArmSpec, String> refused = new LinkedHashMap<>();
      for (ArmSpec arm : arms) {
        Double time = ns.get(arm.kind().label() + " " + arm.cache());
        String method = arm.cache().methods(0).keys().id();
        if (!ALL.contains(method) || time == null && ns.containsKey("absent")) {
          refused.put(arm, "is not there");
        } else {
          rows.add(row(arm, time == null ? 2 : time));
        }
      }
      results.add(new PanelResult(panel, report(panel, rows), refused));
    }
    return results;
  }

  private static BenchRow row(ArmSpec arm, double ns) {
    return new BenchRow(
        arm,
        arm.cache(),
        1,
        100,
        new Timing(ns, ns, ns, 15),
        3 * ns,
        1 / ns,
        40 / ns,
        22 / ns,
        arm.kind() == ArmKind.ATTENTION
            ? Optional.of(new AttentionError(1e-6, 1e-3, 0.1))
            : Optional.empty());
  }

  private static BenchReport report(Panel panel, List<BenchRow> rows) {
    BenchOptions options =
        new BenchOptions(panel.headDim(), TOKENS, panel.groupSize(), 15, 0, 1 << 20, 1);
    Timing read = new Timing(0.03, 0.03, 0.03, 15);
    return new BenchReport(options, "a processor", "kernels", 1, 1, 0, read, rows);
  }

  /** Times that meet every floor. */
  private static Map<String, Double> good() {
    Map<String, Double> ns = new LinkedHashMap<>();
    ns.put("attention f32", 1.1);
    ns.put("attention f16", 1.1);
    for (int bits : List.of(4, 3, 2)) {
      ns.put("append turbo:bits=" + bits, 1500.0);
      for (String kind : List.of("keys", "values")) {
        ns.put(kind + " " + Panel.cache("turbo", bits, "fast"), 1.05);
        ns.put(kind + " " + Panel.cache("turbo", bits, "balanced"), 1.2);
      }
      for (String precision : Panel.PRECISIONS) {
        ns.put("attention " + Panel.cache("turbo", bits, precision), 1.2);
        ns.put("attention " + Panel.uncentred(bits, precision), 1.1);
      }
    }
    return ns;
  }

  private static List<Bar> bars(int headDim, Map<String, Double> ns) {
    return Bars.of(headDim, TOKENS, results(headDim, ns), ALL);
  }

  private static List<String> failed(Map<String, Double> ns) {
    return bars(128, ns).stream()
        .filter(Bar::failed)
        .map(b -> b.row() + ", " + b.figure())
        .toList();
  }

  @Test
  void nothingFailsWhereEveryFloorHolds() {
    assertEquals(List.of(), failed(good()));
  }

  @Test
  void aSlowArmFailsItsFloors() {
    Map<String, Double> ns = good();
    ns.put("attention " + Panel.cache("turbo", 3, "fast"), 5.5);
    List<String> failed = failed(ns);
    assertTrue(failed.contains("turbo 3 bit, fast, x f32"), failed.toString());
    assertTrue(failed.contains("turbo 3 bit, fast, x f16"), failed.toString());
    assertTrue(failed.contains("turbo 3 bit, fast, % of bandwidth"), failed.toString());
    assertTrue(failed.contains("centring, turbo 3 bit, fast, % of time"), failed.toString());
    assertFalse(failed.contains("turbo 3 bit, balanced, x f32"), failed.toString());
  }

  @Test
  void aSlowAppendIsOverTheLimit() {
    Map<String, Double> ns = good();
    ns.put("append turbo:bits=2", 2001.0);
    assertEquals(List.of("decode append, turbo 2 bit, us a token"), failed(ns));
  }

  @Test
  void aFloorThatWasNotMeasuredFails() {
    Map<String, Double> ns = good();
    ns.put("absent", 0.0);
    List<String> failed = failed(ns);
    assertEquals(
        List.of("encode-keys, turbo 4 bit, GB/s", "encode-values, turbo 4 bit, GB/s"), failed);
    List<Bar> without = Bars.of(128, TOKENS, results(128, good()), Set.of("f32", "f16"));
    assertEquals(List.of(), without.stream().filter(Bar::failed).toList());
    Map<String, Double> nothing = Map.of("absent", 0.0);
    assertTrue(failed(nothing).size() > 30, failed(nothing).toString());
  }

  @Test
  void otherHeadDimsHaveNoFloors() {
    Map<String, Double> slow = Map.of("attention f32", 100.0);
    List<Bar> bars = bars(64, slow);
    assertEquals(bars(128, slow).size(), bars.size());
    assertTrue(bars.stream().noneMatch(Bar::failed));
    assertTrue(failed(slow).contains("f32, % of bandwidth"));
  }

  @Test
  void whatAnOptionLeftOutDoesNotFail() {
    List<Bar> bars = Bars.of(128, TOKENS, List.of(), ALL);
    assertTrue(bars.stream().noneMatch(Bar::failed));
    assertTrue(bars.stream().allMatch(bar -> bar.state().equals("left out")));
  }

  @Test
  void theTableShowsEveryBar() {
    Map<String, Double> ns = good();
    ns.put("append turbo:bits=2", 2001.0);
    List<Bar> bars = bars(128, ns);
    String table = BarTable.of(bars).markdown();
    assertEquals(2 + bars.size(), table.lines().count());
    assertTrue(table.contains("OVER THE LIMIT"), table);
    assertTrue(table.contains("not installed"), table);
    assertTrue(table.contains("aim missed"), table);
  }
}
