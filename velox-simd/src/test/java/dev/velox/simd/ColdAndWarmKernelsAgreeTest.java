package dev.velox.simd;

import dev.velox.kernels.Kernels;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The first call, interpreted, and the last of 20,000, compiled, give the same bits, sums included.
 * It runs before the other tests of this module, by its name, so that the first call is cold.
 */
@ExtendWith(NeedsTheVectorsAskedFor.class)
class ColdAndWarmKernelsAgreeTest {
  private static final int CALLS = 20_000;
  private static final int N = 45;

  static Stream<Twin> twins() {
    return Twins.all().stream();
  }

  @ParameterizedTest
  @MethodSource("twins")
  void sameBits(Twin twin) {
    Kernels kernels = Kernels.active();
    List<Object> first = Comparison.outputs(twin, kernels, 5, N, 3, Trial.Style.PLAIN);
    for (int i = 1; i < CALLS; i++) {
      List<Object> next = Comparison.outputs(twin, kernels, 5, N, 3, Trial.Style.PLAIN);
      if (i % 1000 == 0 || i == CALLS - 1) {
        int call = i;
        Comparison.assertSame(first, next, () -> twin + ", call " + call);
      }
    }
  }
}
