package dev.velox.verify.modules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * What a module requires, exports and provides is a promise: it changes only together with its
 * golden file.
 */
class GoldenDescriptorsTest {
  private static final Path FOLDER = Path.of("src/test/resources/descriptors");
  private static final String REGENERATE =
      "; if the change is meant: ./build verify -Dvelox.golden=write, and commit " + FOLDER;

  static final java.util.List<String> MODULES = ProductModules.NAMES;

  @ParameterizedTest
  @FieldSource("MODULES")
  void descriptorEqualsItsGoldenFile(String name) throws IOException {
    var module = ProductModules.found().get(name);
    assertTrue(module != null, name + " is not on the class path of this test");
    String text = DescriptorText.of(module.descriptor());
    Path golden = FOLDER.resolve(name + ".txt");
    if (System.getProperty("velox.golden", "check").equals("write")) {
      Files.createDirectories(FOLDER);
      Files.writeString(golden, text);
    }
    assertTrue(Files.exists(golden), "no golden file for " + name + REGENERATE);
    assertEquals(Files.readString(golden), text, name + " changed" + REGENERATE);
  }

  @Test
  void noModuleIsLeftOut() {
    assertEquals(ProductModules.NAMES, ProductModules.found().keySet().stream().toList());
  }

  @Test
  void everyPromiseShowsInTheText() {
    ModuleDescriptor plain = ModuleDescriptor.newModule("m").requires("java.base").build();
    String text = DescriptorText.of(plain);
    assertNotEquals(text, DescriptorText.of(builder().exports("p").build()));
    assertNotEquals(text, DescriptorText.of(builder().opens("p").build()));
    assertNotEquals(text, DescriptorText.of(builder().uses("p.S").build()));
    assertNotEquals(text, DescriptorText.of(builder().requires("java.sql").build()));
    assertNotEquals(
        text, DescriptorText.of(builder().provides("p.S", java.util.List.of("p.A")).build()));
  }

  private static ModuleDescriptor.Builder builder() {
    return ModuleDescriptor.newModule("m").requires("java.base");
  }
}
