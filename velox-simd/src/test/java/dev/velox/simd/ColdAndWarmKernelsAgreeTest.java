package dev.velox.simd;

import dev.velox.kernels.Kernels;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The first call, interpreted, and the last of 20,000, compiled, give the same bits, sums included.
 * Slow kernels are called for a third of a second and 6,000 times at least: 5,000 are the
 * compiler's threshold. It runs before the other tests of this module, by its name, so that the
 * first call is cold.
 */
@ExtendWith(NeedsTheVectorsAskedFor.class)
class ColdAndWarmKernelsAgreeTest {
  private static final int CALLS = 20_000;
  private static final int LEAST = 6_000;
  private static final long LONG_ENOUGH = 333_000_000;
  private static final int N = 45;
  private static final int OFFSET = 3;
  private static final long SEED = 5;

  static Stream<Twin> twins() {
    return Twins.all().stream();
  }

  @ParameterizedTest
  @MethodSource("twins")
  void sameBits(Twin twin) {
    Kernels kernels = Kernels.active();
    List<Object> first = outputs(twin, kernels);
    try (Arena arena = Arena.ofConfined()) {
      Trial trial = new Trial(SEED, N, OFFSET, Trial.Style.PLAIN, arena);
      long start = System.nanoTime();
      for (int i = 1; i < CALLS; i++) {
        if (i >= LEAST && System.nanoTime() - start > LONG_ENOUGH) {
          break;
        }
        twin.call().run(kernels, trial);
        trial.again();
      }
    }
    Comparison.assertSame(first, outputs(twin, kernels), () -> twin + ", warm");
  }

  private static List<Object> outputs(Twin twin, Kernels kernels) {
    return Comparison.outputs(twin, kernels, SEED, N, OFFSET, Trial.Style.PLAIN);
  }
}
