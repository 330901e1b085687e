package dev.velox.simd;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.velox.kernels.Kernels;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Once compiled, a kernel boxes no vectors as it goes along: a boxed one costs some 100 bytes a
 * row. The trial around the call makes objects, so a call is measured against the same call of the
 * scalar twin; a few at its edges are allowed.
 */
@ExtendWith(NeedsTheVectorsAskedFor.class)
class WarmKernelsBoxNothingTest {
  private static final int N = 131;
  private static final int CALLS = 250;
  private static final int SCALAR_ROUNDS = 8;
  private static final int EDGES = 1024;

  private static final int MOST_ROUNDS = 160;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static Stream<Twin> twins() {
    return Twins.all().stream();
  }

  @ParameterizedTest
  @MethodSource("twins")
  void noMoreThanTheScalarTwin(Twin twin) {
    long trial = Long.MAX_VALUE;
    for (int i = 0; i < SCALAR_ROUNDS; i++) {
      trial = Math.min(trial, bytesPerCall(twin, Kernels.scalar()));
    }
    long least = Long.MAX_VALUE;
    for (int i = 0; i < MOST_ROUNDS && least > trial + EDGES; i++) {
      least = Math.min(least, bytesPerCall(twin, Kernels.active()));
    }
    assertTrue(least <= trial + EDGES, twin + ": " + least + " bytes a call, the trial " + trial);
  }

  private static long bytesPerCall(Twin twin, Kernels kernels) {
    try (Arena arena = Arena.ofConfined()) {
      Trial trial = new Trial(9, N, 1, Trial.Style.PLAIN, arena);
      twin.call().run(kernels, trial);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        trial.again();
        twin.call().run(kernels, trial);
      }
      return (THREADS.getCurrentThreadAllocatedBytes() - before) / CALLS;
    }
  }
}
