package dev.velox.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Scores and sums are single precision, never half: large keys and long contexts are safe. */
class LargeNumbersStayFiniteTest {
  private static final RowKernels ROWS = Kernels.active().rows();

  private static float[] filled(int n, float value) {
    float[] x = new float[n];
    Arrays.fill(x, value);
    return x;
  }

  @Test
  void largeKeysAndQueries() {
    int dim = 128;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment row = arena.allocate(2L * dim);
      ROWS.storeF16(filled(dim, 1000f), 0, row, 0, dim);
      float[] score = new float[1];
      ROWS.scoreRowsF16(row, 0, 1, dim, filled(dim, 1000f), 0, 1, dim, score, 0, 1);
      assertEquals(1.28e8f, score[0]);
    }
  }

  @Test
  void longSums() {
    int rows = 65_536;
    int dim = 2;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment values = arena.allocate(2L * rows * dim);
      ROWS.storeF16(filled(rows * dim, 1000f), 0, values, 0, rows * dim);
      float[] out = new float[dim];
      float[] weights = filled(rows, 1f / rows);
      ROWS.accumulateRowsF16(values, 0, rows, dim, weights, 0, 1, rows, out, 0, dim);
      assertEquals(1000f, out[0], 1f);
      assertEquals(1000f, out[1], 1f);
    }
  }

  @Test
  void storedHalvesAreClampedBeforeAnyoneReadsThem() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment row = arena.allocate(8);
      int clamped = ROWS.storeF16(new float[] {65504f, 65504.01f, -1e30f, 3f}, 0, row, 0, 4);
      assertEquals(2, clamped);
      float[] back = new float[4];
      ROWS.loadF16(row, 0, back, 0, 4);
      assertTrue(ROWS.allFinite(back, 0, 4));
      assertEquals(-65504f, back[2]);
    }
  }
}
