package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Methods;
import dev.velox.api.Role;
import dev.velox.api.spi.Option;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code methods} lists every installed method and every option of each. */
class MethodsListsWhatIsInstalledTest {
  private static final Methods INSTALLED = Methods.installed();

  @Test
  void everyIdIsListedOnALineOfItsOwn() {
    String out = Ran.velox("methods").done().out();
    List<String> ids = out.lines().skip(2).map(line -> line.split(" ")[0]).toList();
    assertEquals(List.copyOf(INSTALLED.ids()), ids);
    assertTrue(ids.containsAll(List.of("f16", "f32", "kivi", "uniform")), out);
  }

  @Test
  void everyOptionOfEveryMethodIsShownWithDefaultAndRule() {
    for (String id : INSTALLED.ids()) {
      String out = Ran.velox("methods", id).done().out();
      JsonNode json = Ran.velox("methods", id, "--json").json().get("methods").get(0);
      assertTrue(out.startsWith(id + ": " + INSTALLED.get(id).summary() + "\n"), out);
      for (Role role : Role.values()) {
        for (Option<?> option : INSTALLED.get(id).schema(role).options()) {
          assertTrue(out.contains(option.name()) && out.contains(option.rule()), out);
          assertTrue(roles(json, option.name()).contains(role.label()), json.toString());
        }
      }
    }
  }

  private static List<String> roles(JsonNode method, String option) {
    List<String> roles = new ArrayList<>();
    for (JsonNode each : method.get("options")) {
      if (each.get("name").stringValue().equals(option)) {
        each.get("roles").forEach(role -> roles.add(role.stringValue()));
      }
    }
    return roles;
  }

  @Test
  void theDefaultsShownAreAccepted() {
    for (JsonNode method : Ran.velox("methods", "--json").json().get("methods")) {
      StringBuilder spec = new StringBuilder(method.get("id").stringValue());
      char separator = ':';
      for (JsonNode option : method.get("options")) {
        spec.append(separator).append(option.get("name").stringValue()).append('=');
        spec.append(option.get("default").stringValue());
        separator = ',';
      }
      Ran.velox("plan", "--shape", "llama-3.1-8b", "--cache", spec.toString()).done();
    }
  }

  @Test
  void nothingIsLeftOutHere() {
    Ran ran = Ran.velox("methods").done();
    assertEquals("", ran.err());
    assertFalse(Ran.velox("methods", "--json").json().get("methods").isEmpty());
  }
}
