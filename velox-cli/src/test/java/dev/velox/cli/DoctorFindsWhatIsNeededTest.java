package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code doctor} looks at everything and finds it in order in a build that works. */
class DoctorFindsWhatIsNeededTest {
  private static final Set<String> CHECKS =
      new LinkedHashSet<>(
          java.util.List.of(
              "velox",
              "java",
              "system",
              "kernels",
              "native access",
              "huge pages",
              "memory",
              "methods",
              "built-in model"));

  @Test
  void everythingIsLookedAtAndWorks() {
    JsonNode json = Ran.velox("doctor", "--json").json();
    assertTrue(json.get("works").booleanValue());
    Set<String> checks = new LinkedHashSet<>();
    for (JsonNode check : json.get("checks")) {
      checks.add(check.get("check").stringValue());
      assertTrue(!check.get("state").stringValue().equals("fault"), check.toString());
    }
    assertEquals(CHECKS, checks);
  }

  @Test
  void theTableHasALineACheck() {
    String out = Ran.velox("doctor").done().out();
    assertEquals(CHECKS.size() + 2, out.lines().count(), out);
    assertTrue(out.contains("kivi") && out.contains("velox-tiny opens"), out);
  }
}
