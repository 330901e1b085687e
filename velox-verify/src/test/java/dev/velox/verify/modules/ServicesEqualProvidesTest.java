package dev.velox.verify.modules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The class path finds the same providers as the module path: {@code META-INF/services} of each
 * module equals its {@code provides}.
 */
class ServicesEqualProvidesTest {
  private static final String SERVICES = "META-INF/services/";

  @Test
  void everyModuleListsItsProvidersTwice() throws IOException {
    int providers = 0;
    for (ModuleReference module : ProductModules.found().values()) {
      Map<String, Set<String>> provides = new TreeMap<>();
      module
          .descriptor()
          .provides()
          .forEach(p -> provides.put(p.service(), new TreeSet<>(p.providers())));
      assertEquals(provides, services(module), module.descriptor().name());
      providers += provides.values().stream().mapToInt(Set::size).sum();
    }
    assertTrue(providers >= 5, "only " + providers + " providers were compared");
  }

  private static Map<String, Set<String>> services(ModuleReference module) throws IOException {
    Map<String, Set<String>> result = new TreeMap<>();
    try (ModuleReader reader = module.open()) {
      for (String resource : reader.list().filter(r -> r.startsWith(SERVICES)).toList()) {
        if (resource.endsWith("/")) {
          continue;
        }
        try (var in = reader.open(resource).orElseThrow()) {
          List<String> lines =
              new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
          result.put(resource.substring(SERVICES.length()), names(lines));
        }
      }
    }
    return result;
  }

  private static Set<String> names(List<String> lines) {
    return lines.stream()
        .map(l -> l.replaceFirst("#.*", "").strip())
        .filter(l -> !l.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void commentsAndBlanksAreNotProviders() {
    assertEquals(Set.of("a.B"), names(List.of("# note", "", " a.B # why")));
    assertNotEquals(Set.of("a.B"), names(List.of("a.C")));
  }
}
