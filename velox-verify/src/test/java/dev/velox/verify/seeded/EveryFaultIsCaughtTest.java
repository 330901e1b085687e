package dev.velox.verify.seeded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Methods;
import dev.velox.tck.ErrorTable;
import dev.velox.tck.Law;
import dev.velox.tck.Laws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of one line, in the engine's sources and in a method, are caught, each by the suite meant
 * for it. The table of who caught what goes to {@code target/seeded-faults.txt} and is printed.
 * Lines that a later change has rewritten are told, and count for nothing.
 */
class EveryFaultIsCaughtTest {
  private static final double ENOUGH = 0.95;
  private static final int LEAST = 60;

  /** Whether to ask every law about a fault that its own law missed; that takes a while. */
  private static final boolean OTHERS = Boolean.getBoolean("velox.deep");

  private static final Path TABLE = Path.of("target", "seeded-faults.txt");
  private static final List<Caught> ALL = new ArrayList<>();
  private static final List<String> STALE = new ArrayList<>();

  @TempDir static Path work;

  /** A fault and what became of it: {@code by} is empty if nothing noticed. */
  private record Caught(char kind, String name, boolean shortShows, String by, long millis) {
    String line() {
      return String.format(
          Locale.ROOT,
          "%c %-40s %-8s %5d ms  %s",
          kind,
          name,
          shortShows ? "visible" : "late",
          millis,
          by.isEmpty() ? "NOT CAUGHT" : by);
    }
  }

  @BeforeAll
  static void run() throws Exception {
    // First, while no other fault has led the compiler astray.
    Laws faultless = Laws.of(new FaultyMethod(null), Methods.installed(), ErrorTable.none());
    assertEquals("", SuiteRunner.law(faultless, Law.NO_ALLOCATION_ONCE_WARM));
    add(Fault.ALLOCATES_IN_DOT);
    String whole = new SuiteRunner().apply("short");
    for (SeededFault fault : SeededFault.all()) {
      if (fault.planted().isEmpty()) {
        STALE.add(fault.name() + " in " + fault.source().getFileName() + ": " + fault.line());
        continue;
      }
      try (FaultyBuild build = FaultyBuild.of(fault, work)) {
        UnaryOperator<String> suites = build.suites();
        boolean shows = !suites.apply("short").equals(whole);
        add(fault.kind(), fault.name(), shows, fault.suite(), suites);
      }
    }
    for (Fault fault : Fault.values()) {
      if (fault != Fault.ALLOCATES_IN_DOT) {
        add(fault);
      }
    }
    List<String> lines = new ArrayList<>(ALL.stream().map(Caught::line).sorted().toList());
    STALE.forEach(s -> lines.add("STALE " + s));
    Files.write(TABLE, lines);
    STALE.forEach(s -> System.out.println("STALE " + s));
  }

  private static void add(Fault fault) {
    String name = fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
    boolean shows = !shortRun(fault).equals(shortRun(null));
    Laws laws = Laws.of(new FaultyMethod(fault), Methods.installed(), ErrorTable.none());
    add(
        fault.kind(),
        name,
        shows,
        fault.law().name(),
        suite -> SuiteRunner.law(laws, Law.valueOf(suite)));
  }

  private static String shortRun(@Nullable Fault fault) {
    FaultyMethod method = new FaultyMethod(fault);
    return ShortRun.digest(
        Methods.of(method, Methods.installed().get("f32")), "faulty", "keys=faulty;values=f32");
  }

  /** Asks the suite that is meant first, then all other laws. */
  private static void add(
      char kind, String name, boolean shows, String suite, UnaryOperator<String> suites) {
    long start = System.nanoTime();
    String by = suites.apply(suite).isEmpty() ? "" : suite;
    for (Law law : OTHERS ? Law.values() : new Law[0]) {
      if (by.isEmpty() && !suites.apply(law.name()).isEmpty()) {
        by = law.name() + " (not " + suite + ")";
      }
    }
    Caught caught = new Caught(kind, name, shows, by, (System.nanoTime() - start) / 1_000_000);
    ALL.add(caught);
    System.out.println(caught.line());
  }

  @Test
  void almostAllAreCaught() {
    List<String> missed = ALL.stream().filter(c -> c.by().isEmpty()).map(Caught::name).toList();
    assertTrue(ALL.size() >= LEAST, () -> ALL.size() + " faults, stale: " + STALE);
    assertTrue(ALL.size() - missed.size() >= ENOUGH * ALL.size(), () -> "missed: " + missed);
  }

  @Test
  void everyClassHasAtLeastFour() {
    for (char kind : "BCDEHJW".toCharArray()) {
      long count = ALL.stream().filter(c -> c.kind() == kind).count();
      assertTrue(count >= 4, () -> "only " + count + " faults of class " + kind);
    }
  }

  @Test
  void halfOfThemDoNotShowBelowEightTokens() {
    long late = ALL.stream().filter(c -> !c.shortShows()).count();
    assertTrue(late >= ALL.size() / 2, () -> late + " of " + ALL.size());
  }

  /** The runner itself finds nothing in the product as it is. */
  @Test
  void theWholeProductPasses() throws IOException {
    for (Law law : new Law[] {Law.TRIM_KEEPS_THE_PREFIX, Law.HEADS_ARE_ALONE}) {
      assertEquals("", new SuiteRunner().apply(law.name()));
    }
  }
}
