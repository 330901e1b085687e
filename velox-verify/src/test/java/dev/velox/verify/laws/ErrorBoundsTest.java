package dev.velox.verify.laws;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Methods;
import dev.velox.api.Role;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The table of error bounds is what was measured, and no looser than a tenth. */
class ErrorBoundsTest {
  private static final double LOOSEST = 1.1;
  private static final double WRITTEN = 1.02;
  private static final Map<String, Double> MEASURED = new TreeMap<>();

  @BeforeAll
  static void measure() {
    Methods methods = Methods.installed();
    for (String id : methods.ids()) {
      Laws laws = Laws.of(methods.get(id), methods, ErrorTable.none());
      for (Subject subject : laws.subjects(Law.ERROR_IS_WITHIN_ITS_BOUND)) {
        if (subject.roles().size() == 1) {
          Role role = subject.roles().get(0);
          MEASURED.put(ErrorBounds.key(subject.spec(), role), FixedRows.nmse(subject, role));
        }
      }
    }
    List<String> fresh = new ArrayList<>();
    MEASURED.forEach(
        (key, nmse) -> fresh.add(key + "," + String.format(Locale.ROOT, "%.4g", WRITTEN * nmse)));
    Resources.write(ErrorBounds.RESOURCE, fresh);
  }

  @Test
  void everyLineIsMeasuredAndTight() {
    ErrorBounds.lines()
        .forEach(
            (key, bound) -> {
              Double nmse = MEASURED.get(key);
              assertTrue(nmse != null, () -> key + " is in the table, but not installed");
              assertTrue(
                  nmse <= bound && bound <= Math.max(LOOSEST * nmse, Float.MIN_NORMAL),
                  () -> key + ": measured " + nmse + ", the table says " + bound);
            });
  }

  @Test
  void ourOwnMethodsAreInIt() {
    assertTrue(ErrorBounds.lines().keySet().containsAll(MEASURED.keySet()), MEASURED::toString);
  }
}
