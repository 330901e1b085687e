package dev.velox.simd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.kernels.Kernels;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel does what its scalar twin does, on every size, offset and odd number. */
@ExtendWith(NeedsTheVectorsAskedFor.class)
class KernelTwinTest {
  /** A new kernel method changes this number and brings a twin. */
  private static final int KERNEL_METHODS = 71;

  private static final int[] SIZES =
      IntStream.concat(
              IntStream.rangeClosed(0, 67),
              IntStream.of(
                  71, 79, 80, 81, 96, 97, 109, 112, 127, 128, 129, 191, 192, 256, 257, 509, 576))
          .toArray();

  static Stream<Twin> twins() {
    return Twins.all().stream();
  }

  @Test
  void everyKernelMethodHasATwin() {
    TreeSet<String> methods = new TreeSet<>();
    for (RecordComponent family : Kernels.class.getRecordComponents()) {
      if (family.getType().isInterface()) {
        for (Method method : family.getType().getMethods()) {
          if (!Modifier.isStatic(method.getModifiers())) {
            methods.add(family.getName() + "." + method.getName());
          }
        }
      }
    }
    TreeSet<String> tried = new TreeSet<>();
    twins().forEach(t -> tried.add(t.method()));
    assertEquals(methods, tried);
    assertEquals(KERNEL_METHODS, twins().count());
  }

  @ParameterizedTest
  @MethodSource("twins")
  void agreesOnEverySize(Twin twin) {
    for (int n : SIZES) {
      Comparison.compare(twin, 31L * n + 7, n, n % 8, Trial.Style.PLAIN);
      Comparison.compare(twin, 17L * n + 3, n, (n + 5) % 8, Trial.Style.EXTREME);
    }
  }

  @ParameterizedTest
  @MethodSource("twins")
  void agreesOnEveryOffset(Twin twin) {
    for (int n : Arrays.asList(1, 3, 8, 16, 37, 64, 128)) {
      for (int offset = 0; offset < 8; offset++) {
        Comparison.compare(twin, 1000L * n + offset, n, offset, Trial.Style.PLAIN);
      }
    }
  }
}
