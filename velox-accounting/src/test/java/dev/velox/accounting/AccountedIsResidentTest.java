package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.velox.api.ByteRole;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the ledger charges is what the process holds, measured from a process of its own. */
class AccountedIsResidentTest {
  private static final long MIB = 1 << 20;

  private @TempDir Path folder;

  private record Outcome(long charged, long growth, long left, String report) {}

  @BeforeEach
  void onlyWhereLinuxTells() {
    assumeTrue(Files.isReadable(Path.of("/proc/self/smaps_rollup")), "no smaps on this system");
  }

  @Test
  void sixtyFourCachesWithMappedSlabs() throws Exception {
    sixtyFourCaches(true);
  }

  @Test
  void sixtyFourCachesWithArenas() throws Exception {
    sixtyFourCaches(false);
  }

  private void sixtyFourCaches(boolean nativeAccess) throws Exception {
    Outcome outcome = probe("64-caches", nativeAccess);
    assertTrue(outcome.charged() >= 64 * 4 * MIB, outcome.toString());
    assertEquals(outcome.charged(), outcome.left());
    double ratio = (double) outcome.growth() / outcome.charged();
    assertTrue(ratio > 0.95 && ratio < 1.1, ratio + ": " + outcome);
  }

  @Test
  void aSmallCacheCostsLittle() throws Exception {
    Outcome outcome = probe("small-cache", true);
    assertEquals(300_000, outcome.charged());
    assertTrue(outcome.growth() < 2 * MIB, outcome.toString());
  }

  @Test
  void aHundredThousandCachesLeaveNothing() throws Exception {
    Outcome outcome = probe("cycles", true);
    assertEquals(0, outcome.charged());
    assertEquals(0, outcome.left());
    assertTrue(outcome.growth() < 16 * MIB, outcome.toString());
  }

  /** Runs the probe with a fixed heap; without native access it must not print a warning either. */
  private Outcome probe(String what, boolean nativeAccess) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC", "-XX:+AlwaysPreTouch"));
    if (nativeAccess) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    String path = System.getProperty("path.separator");
    String classes =
        String.join(path, placeOf(Ledger.class), placeOf(ByteRole.class), "target/test-classes");
    command.addAll(List.of("-cp", classes, ProcessProbe.class.getName(), what));
    Path out = folder.resolve(what + ".out");
    Path errors = folder.resolve(what + ".err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .start();
    assertTrue(process.waitFor(120, TimeUnit.SECONDS), "the probe did not end");
    String said = Files.readString(errors);
    assertEquals("", said);
    assertEquals(0, process.exitValue());
    List<String> lines = Files.readAllLines(out);
    String[] numbers = lines.getFirst().split(" ");
    return new Outcome(
        Long.parseLong(numbers[0]),
        Long.parseLong(numbers[1]),
        Long.parseLong(numbers[2]),
        lines.getLast());
  }

  private static String placeOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }
}
