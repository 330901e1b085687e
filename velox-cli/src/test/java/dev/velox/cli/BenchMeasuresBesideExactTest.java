package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code bench} measures every cache asked for beside f32 and f16. */
class BenchMeasuresBesideExactTest {
  private static final String[] SMALL = {
    "bench",
    "--tokens",
    "256",
    "--head-dim",
    "16",
    "--working-set",
    "16KiB",
    "--warm-up",
    "0.01",
    "--cache"
  };

  private static String[] small(String... more) {
    String[] args = Arrays.copyOf(SMALL, SMALL.length + more.length);
    System.arraycopy(more, 0, args, SMALL.length, more.length);
    return args;
  }

  @Test
  void everyCacheHasItsFigures() {
    JsonNode json = Ran.velox(small("uniform:bits=4", "--query-heads", "2", "--json")).json();
    assertEquals(256, json.get("tokens").intValue());
    assertEquals(2, json.get("queryHeads").intValue());
    assertTrue(json.get("gbPerSecond").doubleValue() > 0);
    JsonNode rows = json.get("rows");
    String[] kinds = {"attention", "attention", "attention", "encode-keys", "encode-values"};
    String[] caches = {"f32", "f16", "uniform:bits=4", "uniform:bits=4", "uniform:bits=4"};
    assertEquals(kinds.length, rows.size());
    for (int i = 0; i < kinds.length; i++) {
      JsonNode row = rows.get(i);
      assertEquals(kinds[i], row.get("kind").stringValue());
      assertEquals(caches[i], row.get("cache").stringValue());
      assertTrue(row.get("ns").doubleValue() > 0, row.toString());
      assertTrue(row.get("gbPerSecond").doubleValue() > 0, row.toString());
    }
    assertEquals(1, rows.get(0).get("timesF32").doubleValue());
    assertTrue(rows.get(2).get("codingError").doubleValue() > 0.005, rows.toString());
    assertTrue(rows.get(2).get("greatestError").doubleValue() < 1e-4, rows.toString());
  }

  @Test
  void theTablesHaveALineACache() {
    String out = Ran.velox(small("f16")).done().out();
    assertEquals(1, out.lines().filter(line -> line.startsWith("f32 ")).count(), out);
    assertEquals(1, out.lines().filter(line -> line.startsWith("f16 ")).count(), out);
    assertTrue(out.contains("15 samples, each of 16 KiB"), out);
  }

  @Test
  void whatCannotBeMeasuredIsRefused() {
    Ran.velox(small("nothing")).refused(ExitCode.USAGE, "nothing", "installed");
    Ran.velox("bench", "--tokens", "63").refused(ExitCode.USAGE, "tokens", "63", "64");
    Ran.velox("bench", "--samples", "14").refused(ExitCode.USAGE, "samples", "14", "15");
    Ran.velox("bench", "--head-dim", "31").refused(ExitCode.USAGE, "head-dim", "31", "even");
    Ran.velox("bench", "--query-heads", "9").refused(ExitCode.USAGE, "query-heads", "9");
    Ran.velox("bench", "--working-set", "0").refused(ExitCode.USAGE, "working-set");
    Ran.velox("bench", "--warm-up", "-1").refused(ExitCode.USAGE, "warm-up", "-1");
    Ran.velox("bench", "--tokens", "many").refused(ExitCode.USAGE, "--tokens", "many");
  }
}
