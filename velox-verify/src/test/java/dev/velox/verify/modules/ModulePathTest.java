package dev.velox.verify.modules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The product works as named modules, as a user would start it. */
class ModulePathTest {

  /** Modules published as libraries: whoever requires one must never meet a guessed module name. */
  private static final List<String> LIBRARIES =
      List.of(
          "dev.velox.api",
          "dev.velox.kernels",
          "dev.velox.simd",
          "dev.velox.accounting",
          "dev.velox.cache",
          "dev.velox.baselines",
          "dev.velox.nuq",
          "dev.velox.skvq",
          "dev.velox.turbo",
          "dev.velox.extensions");

  @Test
  void librariesNeedRealModulesOnly() {
    Configuration resolved =
        ModuleLayer.boot()
            .configuration()
            .resolve(
                ModuleFinder.of(ProductModules.modulePath()), ModuleFinder.ofSystem(), LIBRARIES);
    Set<String> automatic =
        resolved.modules().stream()
            .map(ResolvedModule::reference)
            .filter(r -> r.descriptor().isAutomatic())
            .map(r -> r.descriptor().name())
            .collect(Collectors.toSet());
    assertTrue(resolved.modules().size() >= LIBRARIES.size());
    assertEquals(Set.of(), automatic);
  }

  @Test
  void methodsExportNothing() {
    for (String name : LIBRARIES.subList(5, LIBRARIES.size())) {
      var descriptor = ProductModules.found().get(name).descriptor();
      assertTrue(descriptor.exports().isEmpty(), name + " exports " + descriptor.exports());
    }
  }

  @Test
  void theCommandBindsItsModulesAsServices() throws Exception {
    String shown = java("--show-module-resolution", "-m", "dev.velox.cli/dev.velox.cli.Main", "-V");
    assertTrue(shown.contains("root dev.velox.cli "), shown);
    Set<String> bound = new TreeSet<>();
    for (String name : ProductModules.NAMES) {
      boolean provides = !ProductModules.found().get(name).descriptor().provides().isEmpty();
      if (provides && shown.contains(" binds " + name + " ")) {
        bound.add(name);
      } else if (provides) {
        assertTrue(
            shown.contains(" requires " + name + " ") || name.startsWith("dev.velox.cli"),
            name + " provides a service but was not bound: " + shown);
      }
    }
    assertFalse(shown.contains("dev.velox.tck"), "the test kit was bound: " + bound);
  }

  private static String java(String... arguments) throws IOException, InterruptedException {
    Command.Ran ran = Command.java(arguments);
    assertEquals(0, ran.status(), ran.output());
    return ran.output();
  }
}
