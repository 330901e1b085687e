package dev.velox.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.velox.api.ConfigException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernels in use are those asked for, or an error says why not. */
class KernelChoiceTest {
  private static final Kernels FAST = Kernels.scalar();

  private record Provider(@Nullable String obstacle) implements KernelProvider {
    @Override
    public String name() {
      return "fast";
    }

    @Override
    public Kernels kernels(int vectorBits) {
      return FAST;
    }
  }

  @Test
  void takesAProviderThatCanRun() {
    List<KernelProvider> providers = List.of(new Provider("broken"), new Provider(null));
    assertSame(FAST, KernelChoice.choose("auto", 0, providers));
    assertSame(FAST, KernelChoice.choose("simd", 0, providers));
  }

  @Test
  void scalarIsScalarWhateverIsThere() {
    Kernels kernels = KernelChoice.choose("scalar", 512, List.of(new Provider(null)));
    assertEquals("scalar (velox.kernels=scalar)", kernels.description());
    assertEquals(0, kernels.vectorBits());
  }

  @Test
  void saysWhyItIsScalar() {
    assertEquals(
        "scalar (velox-simd not present)", KernelChoice.choose("auto", 0, List.of()).description());
    assertEquals(
        "scalar (fast: needs a flag)",
        KernelChoice.choose("auto", 0, List.of(new Provider("needs a flag"))).description());
  }

  @Test
  void whatIsDemandedAndNotThereIsRefused() {
    var e = assertThrows(ConfigException.class, () -> KernelChoice.choose("simd", 0, List.of()));
    assertEquals(
        "kernels: velox.kernels is 'simd', but there are no SIMD kernels here"
            + " (velox-simd not present)",
        e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"Simd", "fast", "''"})
  void unknownKernelsAreRefused(String name) {
    var e = assertThrows(ConfigException.class, () -> KernelChoice.choose(name, 0, List.of()));
    assertEquals(
        "kernels: velox.kernels is '" + name + "', must be one of auto, scalar, simd",
        e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"64", "1024", "wide", "-128"})
  void unknownWidthsAreRefused(String bits) {
    var e = assertThrows(ConfigException.class, () -> KernelChoice.vectorBits(bits));
    assertEquals("velox.vectorBits", e.option());
  }

  @Test
  void knownWidthsAreRead() {
    assertEquals(0, KernelChoice.vectorBits(""));
    assertEquals(128, KernelChoice.vectorBits("128"));
    assertEquals(256, KernelChoice.vectorBits("256"));
    assertEquals(512, KernelChoice.vectorBits("512"));
  }
}
