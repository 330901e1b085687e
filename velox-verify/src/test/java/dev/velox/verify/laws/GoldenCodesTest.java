package dev.velox.verify.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.ConfigException;
import dev.velox.api.Methods;
import dev.velox.kernels.Kernels;
import dev.velox.tck.ErrorTable;
import dev.velox.tck.FixedRows;
import dev.velox.tck.Law;
import dev.velox.tck.Laws;
import dev.velox.tck.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Codes are the same bits on every kernel path and every machine, outputs within 1e-5. Run once for
 * each path: scalar, 128, 256 and 512 bits, as the build's executions ask for; each run writes
 * {@code target/golden-codes.csv} afresh.
 */
class GoldenCodesTest {
  private static final String RESOURCE = "golden-codes.csv";
  private static final double TOLERANCE = 1e-5;

  /** A machine whose vectors are narrower than asked for cannot run that path. */
  @BeforeAll
  static void thisMachineHasSuchVectors() {
    try {
      Kernels.active();
    } catch (ConfigException e) {
      Assumptions.abort(e.getMessage());
    }
  }

  @Test
  void theKernelsAskedForAreInUse() {
    Kernels kernels = Kernels.active();
    String asked = System.getProperty("velox.test.vectorBits", "");
    if (!asked.isEmpty()) {
      assertEquals(Integer.parseInt(asked), kernels.vectorBits(), kernels.description());
    }
    if ("0".equals(asked)) {
      assertTrue(kernels.description().startsWith("scalar"), kernels.description());
    }
  }

  @Test
  void codesAreTheSameBitsAndOutputsNear() {
    Map<String, String> golden = new TreeMap<>();
    for (String line : Resources.lines(RESOURCE)) {
      int comma = line.indexOf(',');
      golden.put(line.substring(0, comma), line.substring(comma + 1));
    }
    List<String> fresh = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    Methods methods = Methods.installed();
    for (String id : methods.ids()) {
      Laws laws = Laws.of(methods.get(id), methods, ErrorTable.none());
      for (Subject subject : laws.subjects(Law.ERROR_IS_WITHIN_ITS_BOUND)) {
        FixedRows.Golden found = FixedRows.golden(subject);
        String key = subject.toString();
        fresh.add(key + "," + text(found));
        String expected = golden.get(key);
        if (expected == null || !agrees(expected, found)) {
          wrong.add(key + ": expected " + expected + ", found " + text(found));
        }
      }
    }
    Resources.write(RESOURCE, fresh);
    assertEquals(List.of(), wrong, Kernels.active().description());
  }

  private static String text(FixedRows.Golden golden) {
    StringBuilder text = new StringBuilder(Long.toHexString(golden.rows()));
    for (float x : golden.outputs()) {
      text.append(String.format(Locale.ROOT, ",%.8g", x));
    }
    return text.toString();
  }

  private static boolean agrees(String line, FixedRows.Golden found) {
    String[] parts = line.split(",", -1);
    boolean agrees =
        parts.length == found.outputs().length + 1
            && Long.parseUnsignedLong(parts[0], 16) == found.rows();
    for (int i = 1; agrees && i < parts.length; i++) {
      float expected = Float.parseFloat(parts[i]);
      float off = Math.abs(expected - found.outputs()[i - 1]);
      agrees = off <= TOLERANCE * Math.max(1, Math.abs(expected));
    }
    return agrees;
  }
}
