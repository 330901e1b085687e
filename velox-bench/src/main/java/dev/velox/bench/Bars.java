package dev.velox.bench;

import dev.velox.bench.Bar.Limits;
import dev.velox.bench.Bar.Missing;
import dev.velox.runtime.bench.ArmKind;
import dev.velox.runtime.bench.ArmSpec;
import dev.velox.runtime.bench.BenchRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Every bar of the plan, held against results. Ratios and shares are those of one run. Floors are
 * demanded at D = 128 only; other head dims show the same rows without them.
 */
final class Bars {
  private static final int DEMANDED_DIM = 128;
  private static final double NONE = Double.NaN;
  private static final double PERCENT = 100;
  private static final String F32 = "x f32";
  private static final String F16 = "x f16";
  private static final String SHARE = "% of bandwidth";

  private final int headDim;
  private final int tokens;
  private final List<PanelResult> results;
  private final Set<String> installed;
  private final List<Bar> bars = new ArrayList<>();

  private Bars(int headDim, int tokens, List<PanelResult> results, Set<String> installed) {
    this.headDim = headDim;
    this.tokens = tokens;
    this.results = results;
    this.installed = installed;
  }

  /**
   * All bars of one head dim.
   *
   * @param headDim channels a head
   * @param tokens tokens of the panels that count
   * @param results what was measured
   * @param installed ids of the methods that are there
   * @return the bars, in the plan's order
   */
  static List<Bar> of(int headDim, int tokens, List<PanelResult> results, Set<String> installed) {
    Bars bars = new Bars(headDim, tokens, results, installed);
    bars.attention();
    bars.groups();
    bars.centring();
    bars.errors();
    bars.others();
    bars.exact();
    bars.passes();
    bars.writing();
    return bars.bars;
  }

  private void attention() {
    ratios(4, "balanced", 5, 6.5, 2.8, 3.5);
    share(4, "balanced", 55, 65);
    ratios(4, "fast", 6, 7.5, 3.3, 4);
    share(4, "fast", 70, 80);
    ratios(3, "balanced", 6, 8, 3.3, 4.4);
    ratios(3, "fast", 8, 10, 4.5, 5.5);
    share(3, "fast", 70, 80);
    ratios(2, "balanced", 8, 10, 4.4, 5.5);
    ratios(2, "fast", 10, 13, 5.5, 7);
    share(2, "fast", 55, 68);
    for (int bits : List.of(4, 3, 2)) {
      ratios(bits, "exact", 3, NONE, 1.6, NONE);
    }
  }

  private void ratios(
      int bits, String precision, double floor32, double aim32, double floor16, double aim16) {
    ArmSpec arm = turbo(bits, precision);
    add(name(bits, precision), F32, Limits.least(floor32, aim32), 1, arm, BenchRow::timesF32);
    add(name(bits, precision), F16, Limits.least(floor16, aim16), 1, arm, BenchRow::timesF16);
  }

  private void share(int bits, String precision, double floor, double aim) {
    ArmSpec arm = turbo(bits, precision);
    add(name(bits, precision), SHARE, Limits.least(floor, aim), 1, arm, Bars::share);
  }

  private void groups() {
    double[] aims32 = {3.2, 4, 5};
    double[] aims16 = {2.3, 2.8, 3.6};
    for (int i = 0; i < aims32.length; i++) {
      int bits = 4 - i;
      ArmSpec arm = turbo(bits, "fast");
      String row = name(bits, "fast") + ", 4 query heads";
      add(row, F32, Limits.least(NONE, aims32[i]), 4, arm, BenchRow::timesF32);
      add(row, F16, Limits.least(NONE, aims16[i]), 4, arm, BenchRow::timesF16);
    }
  }

  private void centring() {
    for (int group : List.of(1, 4)) {
      for (int bits : List.of(4, 3, 2)) {
        for (String precision : Panel.PRECISIONS) {
          ArmSpec off = ArmSpec.attention(Panel.uncentred(bits, precision));
          String heads = group == 1 ? "" : ", 4 query heads";
          compare(
              "centring, " + name(bits, precision) + heads,
              "% of time",
              Limits.most(25, 15),
              group,
              turbo(bits, precision),
              off,
              (with, without) -> PERCENT * (with / without - 1));
        }
      }
    }
  }

  private void errors() {
    for (int bits : List.of(4, 3, 2)) {
      Limits limits = Limits.most(bits == 4 ? 2 : 5, NONE);
      ArmSpec arm = turbo(bits, "balanced");
      String row = "arithmetic, " + name(bits, "balanced");
      add(row, "% of error", limits, 1, arm, r -> PERCENT * r.error().orElseThrow().added());
    }
  }

  private void others() {
    for (String method : List.of("kvquant", "skvq", "kivi")) {
      for (int bits : List.of(4, 3, 2)) {
        ArmSpec arm = ArmSpec.attention(Panel.cache(method, bits, "balanced"));
        compare(
            method + " " + bits + " bit, balanced",
            "x time of turbo",
            Limits.most(NONE, 1.6),
            1,
            arm,
            turbo(bits, "balanced"),
            (time, turbo) -> time / turbo);
      }
    }
  }

  private void exact() {
    add("f32", SHARE, Limits.least(80, NONE), 1, ArmSpec.attention("f32"), Bars::share);
    add("f16", SHARE, Limits.least(NONE, 70), 1, ArmSpec.attention("f16"), Bars::share);
  }

  private void passes() {
    for (int bits : List.of(4, 3, 2)) {
      pass(ArmKind.KEYS, bits, "fast", 80, 90);
      pass(ArmKind.VALUES, bits, "fast", bits == 2 ? 60 : 70, bits == 2 ? 65 : 80);
    }
    pass(ArmKind.KEYS, 4, "balanced", 55, 65);
  }

  private void pass(ArmKind kind, int bits, String precision, double floor, double aim) {
    ArmSpec arm = ArmSpec.of(kind, Panel.cache("turbo", bits, precision));
    String row = kind.label() + " alone, " + name(bits, precision);
    add(row, SHARE, Limits.least(floor, aim), 1, arm, Bars::share);
  }

  private void writing() {
    for (int bits : List.of(4, 3, 2)) {
      ArmSpec append = ArmSpec.of(ArmKind.APPEND, "turbo:bits=" + bits);
      String row = "decode append, turbo " + bits + " bit";
      add(row, "us a token", Limits.most(2, NONE), 1, append, r -> r.time().p20() / 1000);
    }
    for (ArmKind kind : List.of(ArmKind.ENCODE_KEYS, ArmKind.ENCODE_VALUES)) {
      ArmSpec turbo = ArmSpec.of(kind, "turbo:bits=4");
      String row = kind.label() + ", turbo 4 bit";
      add(row, "GB/s", Limits.least(2, NONE), 1, turbo, BenchRow::gbPerSecond);
      ArmSpec skvq = ArmSpec.of(kind, "skvq:bits=2");
      row = kind.label() + ", skvq 2 bit";
      add(row, "GB/s", Limits.least(0.3, NONE), 1, skvq, BenchRow::gbPerSecond);
    }
    ArmSpec fit = ArmSpec.of(ArmKind.FIT, "kvquant:bits=4");
    String row = "fit, kvquant 4 bit, 4096 rows";
    add(row, "us a channel", Limits.most(60, NONE), 1, fit, r -> r.time().p20() / 1000);
  }

  private static String name(int bits, String precision) {
    return "turbo " + bits + " bit, " + precision;
  }

  private static ArmSpec turbo(int bits, String precision) {
    return ArmSpec.attention(Panel.cache("turbo", bits, precision));
  }

  private static double share(BenchRow row) {
    return PERCENT * row.share();
  }

  private void add(
      String row,
      String figure,
      Limits limits,
      int group,
      ArmSpec arm,
      ToDoubleFunction<BenchRow> value) {
    PanelResult panel = panel(group, arm);
    Optional<BenchRow> found = panel == null ? Optional.empty() : panel.row(arm);
    OptionalDouble measured =
        found.isPresent()
            ? OptionalDouble.of(value.applyAsDouble(found.get()))
            : OptionalDouble.empty();
    put(row, figure, limits, arm, panel, measured);
  }

  /** Two times of one run. */
  private interface Comparison {
    double of(double first, double second);
  }

  private void compare(
      String row,
      String figure,
      Limits limits,
      int group,
      ArmSpec first,
      ArmSpec second,
      Comparison comparison) {
    PanelResult panel = panel(group, first);
    OptionalDouble measured = OptionalDouble.empty();
    if (panel != null) {
      Optional<BenchRow> a = panel.row(first);
      Optional<BenchRow> b = panel.row(second);
      if (a.isPresent() && b.isPresent()) {
        measured = OptionalDouble.of(comparison.of(a.get().time().p20(), b.get().time().p20()));
      }
    }
    put(row, figure, limits, first, panel, measured);
  }

  private void put(
      String row,
      String figure,
      Limits limits,
      ArmSpec arm,
      @Nullable PanelResult panel,
      OptionalDouble measured) {
    String method = arm.cache().methods(0).keys().id();
    Missing missing =
        measured.isPresent()
            ? Missing.NOTHING
            : panel == null
                ? Missing.LEFT_OUT
                : installed.contains(method) || method.equals("turbo")
                    ? Missing.NOT_INSTALLED
                    : Missing.NOT_DEMANDED;
    boolean demanded = headDim == DEMANDED_DIM;
    bars.add(
        new Bar(
            headDim, row, figure, demanded ? limits : limits.withoutFloor(), measured, missing));
  }

  /** The first panel of this shape that was to measure an arm. */
  private @Nullable PanelResult panel(int group, ArmSpec arm) {
    for (PanelResult result : results) {
      Panel p = result.panel();
      if (p.headDim() == headDim
          && p.tokens() == tokens
          && p.groupSize() == group
          && (p.arms().contains(arm) || result.row(arm).isPresent())) {
        return result;
      }
    }
    return null;
  }
}
