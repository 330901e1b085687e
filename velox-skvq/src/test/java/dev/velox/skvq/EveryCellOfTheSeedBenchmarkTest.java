package dev.velox.skvq;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.skvq.SeedBenchmark.Arm;
import dev.velox.skvq.SeedBenchmark.Figures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;

/**
 * Every cell of the seed's benchmark against figures measured apart from this project, means of
 * four seeds on both sides: mse within 5 %, nmse within 10 %, perturbation within 20 %. Prints the
 * table.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryCellOfTheSeedBenchmarkTest {

  /** One row of the table: tokens, bits, channels unlike, and what each arm should show. */
  private record Row(
      int tokens,
      int bits,
      boolean heterogeneous,
      double[] mse,
      double[] nmse,
      double[] perturbation) {
    @Override
    public String toString() {
      return tokens + " tokens, " + bits + " bits, " + (heterogeneous ? "unlike" : "like");
    }
  }

  private static final double[] NONE = {};
  private static final List<Row> TABLE =
      List.of(
          new Row(
              512,
              2,
              true,
              new double[] {.913, 1.070, 1.181, 1.576, .994},
              new double[] {.205, 95.4, .277, 166, .108},
              new double[] {.270, .325, .326, .410, .192}),
          new Row(512, 2, false, new double[] {.0813, .0815, .1064, .1065, .1066}, NONE, NONE),
          new Row(
              512,
              4,
              true,
              new double[] {.0438, .0538, .0464, .0610, .0393},
              new double[] {.0102, 4.35, .0110, 6.43, .0042},
              NONE),
          new Row(512, 4, false, new double[] {.0039, .0039, .0042, .0042, .0042}, NONE, NONE),
          new Row(1024, 2, true, new double[] {.909, 1.046, 1.173, 1.553, .991}, NONE, NONE),
          new Row(1024, 4, true, new double[] {.0439, .0526, .0464, .0599, .0389}, NONE, NONE));

  private final Map<Row, Map<Arm, Figures>> measured = new java.util.LinkedHashMap<>();

  @BeforeAll
  void measure() {
    for (Row row : TABLE) {
      Map<Arm, Figures> arms = new EnumMap<>(Arm.class);
      for (Arm arm : Arm.values()) {
        String spec = arm.spec(Integer.toString(row.bits()));
        arms.put(arm, SeedBenchmark.run(spec, row.tokens(), row.heterogeneous()));
      }
      measured.put(row, arms);
    }
    print();
  }

  private void print() {
    StringBuilder text = new StringBuilder("\nmse / nmse / perturbation, means of 4 seeds\n");
    measured.forEach(
        (row, arms) -> {
          text.append(row).append('\n');
          arms.forEach(
              (arm, f) ->
                  text.append(
                      String.format(
                          Locale.ROOT,
                          "  %-10s  %-9.4g %-9.4g %-9.4g%n",
                          arm.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                          f.mse(),
                          f.nmse(),
                          f.perturbation())));
        });
    System.out.println(text);
  }

  private void within(double tolerance, String what, boolean perturbation) {
    List<Executable> cells = new ArrayList<>();
    measured.forEach(
        (row, arms) ->
            arms.forEach(
                (arm, f) -> {
                  double[] expected =
                      switch (what) {
                        case "mse" -> row.mse();
                        case "nmse" -> row.nmse();
                        default -> row.perturbation();
                      };
                  double found =
                      switch (what) {
                        case "mse" -> f.mse();
                        case "nmse" -> f.nmse();
                        default -> f.perturbation();
                      };
                  if (expected.length > 0) {
                    double should = expected[arm.ordinal()];
                    cells.add(
                        () ->
                            assertTrue(
                                Math.abs(found / should - 1) <= tolerance,
                                row + ", " + arm + ": " + what + " " + found + ", not " + should));
                  }
                }));
    assertAll(cells);
  }

  @Test
  void meanSquaredErrors() {
    within(0.05, "mse", false);
  }

  @Test
  void errorsNormalisedByChannel() {
    within(0.10, "nmse", false);
  }

  @Test
  void perturbationsOfAttention() {
    within(0.20, "perturbation", true);
  }
}
