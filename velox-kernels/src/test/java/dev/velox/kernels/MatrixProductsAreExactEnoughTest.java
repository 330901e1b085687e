package dev.velox.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Products with weights of each type agree with double precision, and touch only their rows. */
class MatrixProductsAreExactEnoughTest {
  private static final RowKernels ROWS = Kernels.active().rows();

  @ParameterizedTest
  @EnumSource(WeightType.class)
  void againstDoubles(WeightType type) {
    int rows = 7;
    int cols = 83;
    int tokens = 6;
    SplittableRandom random = new SplittableRandom(type.ordinal());
    float[] w = new float[rows * cols];
    float[] x = new float[tokens * cols];
    for (int i = 0; i < w.length; i++) {
      w[i] = (float) random.nextGaussian();
    }
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment m = arena.allocate(16 + (long) type.bytes() * w.length);
      switch (type) {
        case F32 -> {
          ROWS.storeF32(w, 0, m, 16, w.length);
          ROWS.loadF32(m, 16, w, 0, w.length);
        }
        case F16 -> {
          ROWS.storeF16(w, 0, m, 16, w.length);
          ROWS.loadF16(m, 16, w, 0, w.length);
        }
        case BF16 -> {
          ROWS.storeBf16(w, 0, m, 16, w.length);
          ROWS.loadBf16(m, 16, w, 0, w.length);
        }
      }
      float[] y = new float[tokens * 9];
      Kernels.active().matrix().multiply(type, m, 16, 2, 6, cols, x, 0, tokens, cols, y, 1, 9);
      for (int t = 0; t < tokens; t++) {
        for (int r = 0; r < 8; r++) {
          double exact = 0;
          double magnitude = 0;
          for (int c = 0; c < cols && r >= 2 && r < 6; c++) {
            double term = (double) w[r * cols + c] * x[t * cols + c];
            exact += term;
            magnitude += Math.abs(term);
          }
          assertEquals(exact, y[1 + t * 9 + r], 1e-6 * magnitude);
        }
      }
    }
  }
}
