package dev.velox.simd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.velox.kernels.KernelProvider;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The class path finds the same provider as the module path. */
class ServiceIsDeclaredTwiceTest {

  @Test
  void moduleDescriptorAndServicesFileAgree() throws IOException {
    Module module = SimdProvider.class.getModule();
    List<String> provided =
        module.getDescriptor().provides().stream()
            .filter(p -> p.service().equals(KernelProvider.class.getName()))
            .map(ModuleDescriptor.Provides::providers)
            .findFirst()
            .orElseThrow();
    String file = "META-INF/services/" + KernelProvider.class.getName();
    try (InputStream in = module.getResourceAsStream(file)) {
      assertNotNull(in, file);
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(provided, text.lines().toList());
    }
  }
}
