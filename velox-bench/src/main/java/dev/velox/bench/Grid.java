package dev.velox.bench;

import dev.velox.api.VeloxException;
import dev.velox.cache.KvCaches;
import dev.velox.runtime.bench.ArmKind;
import dev.velox.runtime.bench.ArmSpec;
import dev.velox.runtime.bench.Bench;
import dev.velox.runtime.bench.BenchListener;
import dev.velox.runtime.bench.BenchOptions;
import dev.velox.runtime.bench.BenchReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The panels of a grid, run one after the other in one process. */
final class Grid {
  private static final int SHORT = 4096;
  private static final int LONG = 131_072;
  private static final int MANY = 8;

  private Grid() {}

  /**
   * The mandatory panels.
   *
   * @param headDims channels a head
   * @param tokens tokens a head
   * @param groups query heads a kv head
   * @param widths bits
   * @return attention for all combinations, then writing for every head dim
   */
  static List<Panel> panels(
      List<Integer> headDims, int tokens, List<Integer> groups, List<Integer> widths) {
    List<Panel> panels = new ArrayList<>();
    for (int headDim : headDims) {
      for (int group : groups) {
        for (int bits : widths) {
          panels.add(Panel.attention(headDim, tokens, group, bits));
        }
      }
      panels.add(Panel.writing(headDim, tokens, widths));
    }
    return panels;
  }

  /** Other lengths, many query heads, other head dims. */
  static List<Panel> more(List<Integer> widths, int tokens) {
    List<Panel> panels = new ArrayList<>();
    for (int bits : widths) {
      panels.add(Panel.attention(128, SHORT, 1, bits));
      panels.add(Panel.attention(128, LONG, 1, bits));
      panels.add(Panel.attention(128, tokens, MANY, bits));
      panels.add(Panel.attention(96, tokens, 1, bits));
      panels.add(Panel.attention(256, tokens, 1, bits));
    }
    return panels;
  }

  /** Runs one panel; arms that are not installed are told apart, and the others run. */
  static PanelResult run(
      KvCaches caches, Panel panel, BenchOptions options, BenchListener listener) {
    List<ArmSpec> arms = new ArrayList<>();
    Map<ArmSpec, String> refused = new LinkedHashMap<>();
    for (ArmSpec arm : panel.arms()) {
      Optional<VeloxException> refusal = Bench.refusal(caches, options, arm);
      if (refusal.isPresent()) {
        refused.put(arm, String.valueOf(refusal.get().getMessage()));
      } else {
        arms.add(arm);
      }
    }
    boolean attends = panel.arms().stream().anyMatch(a -> a.kind() == ArmKind.ATTENTION);
    if (attends) {
      arms.addFirst(ArmSpec.attention("f32"));
    }
    BenchReport report = arms.isEmpty() ? null : Bench.run(caches, options, arms, listener);
    return new PanelResult(panel, report, refused);
  }
}
