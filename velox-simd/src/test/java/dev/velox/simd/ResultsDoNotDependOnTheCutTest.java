package dev.velox.simd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.MatrixKernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.WeightType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A product or score has the same bits however many rows, tokens and queries one call handles. */
@ExtendWith(NeedsTheVectorsAskedFor.class)
class ResultsDoNotDependOnTheCutTest {
  private static final MatrixKernels MATRIX = Kernels.active().matrix();
  private static final RowKernels ROWS = Kernels.active().rows();

  private static float[] numbers(int n) {
    SplittableRandom random = new SplittableRandom(n);
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) random.nextGaussian();
    }
    return x;
  }

  @Test
  void matrixProducts() {
    int rows = 13;
    int tokens = 11;
    for (int cols : new int[] {1, 17, 64, 100, 288}) {
      for (WeightType type : WeightType.values()) {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment w = arena.allocate(4L * rows * cols);
          switch (type) {
            case F32 -> ROWS.storeF32(numbers(rows * cols), 0, w, 0, rows * cols);
            case F16 -> ROWS.storeF16(numbers(rows * cols), 0, w, 0, rows * cols);
            case BF16 -> ROWS.storeBf16(numbers(rows * cols), 0, w, 0, rows * cols);
          }
          float[] x = numbers(tokens * cols);
          float[] together = new float[tokens * rows];
          MATRIX.multiply(type, w, 0, 0, rows, cols, x, 0, tokens, cols, together, 0, rows);
          float[] apart = new float[tokens * rows];
          for (int r = 0; r < rows; r++) {
            for (int t = 0; t < tokens; t++) {
              MATRIX.multiply(
                  type, w, 0, r, r + 1, cols, x, t * cols, 1, cols, apart, t * rows, rows);
            }
          }
          assertArrayEquals(apart, together);
        }
      }
    }
  }

  @Test
  void scoresOfRows() {
    int count = 67;
    int queries = 11;
    for (int dim : new int[] {3, 16, 64, 80, 128}) {
      float[] rows = numbers(count * dim);
      float[] q = numbers(queries * dim);
      float[] together = new float[queries * count];
      ROWS.scoreRows(rows, 0, count, dim, q, 0, queries, dim, together, 0, count);
      float[] apart = new float[queries * count];
      for (int j = 0; j < queries; j++) {
        for (int r = 0; r < count; r++) {
          ROWS.scoreRows(rows, r * dim, 1, dim, q, j * dim, 1, dim, apart, j * count + r, count);
        }
      }
      assertArrayEquals(apart, together);
    }
  }
}
