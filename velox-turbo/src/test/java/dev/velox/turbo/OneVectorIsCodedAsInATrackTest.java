package dev.velox.turbo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.Role;
import dev.velox.api.spi.Quantizer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The quantizer that other methods build on codes a vector exactly as the track does. */
class OneVectorIsCodedAsInATrackTest {
  private static final int ROWS = 64;

  @ParameterizedTest
  @CsvSource({
    "turbo:bits=1,128",
    "turbo:bits=3,128",
    "turbo:bits=4,80",
    "turbo:bits=5,24",
    "turbo:bits=8,64"
  })
  void sameRowsSameProductsSameSums(String spec, int dim) {
    float[] rows = Vectors.gaussian(ROWS, dim, 2);
    java.util.Arrays.fill(rows, dim, 2 * dim, 0f);
    try (Tracks t = Tracks.of(spec, Role.KEYS, dim);
        Arena arena = Arena.ofConfined()) {
      float[] expected = t.append(rows).decoded();
      Quantizer q = new TurboMethod().quantizer(t.context);
      assertEquals(2 + (dim * t.context.config().get(TurboOptions.BITS) + 7) / 8, q.codeBytes());
      MemorySegment codes = arena.allocate((long) ROWS * q.codeBytes());
      float[] scratch = new float[3 + q.scratchFloats()];
      float[] back = new float[ROWS * dim];
      for (int r = 0; r < ROWS; r++) {
        q.encode(rows, r * dim, codes, (long) r * q.codeBytes(), scratch, 3);
      }
      for (int r = 0; r < ROWS; r++) {
        q.decode(codes, (long) r * q.codeBytes(), back, r * dim, scratch, 3);
      }
      assertArrayEquals(expected, back, 1e-6f);
      products(q, codes, back, dim, scratch);
    }
  }

  private static void products(
      Quantizer q, MemorySegment codes, float[] back, int dim, float[] scratch) {
    float[] queries = Vectors.gaussian(3, dim, 3);
    float[] prepared = queries.clone();
    for (int j = 0; j < 3; j++) {
      q.prepareQuery(prepared, j * dim);
    }
    float[] scores = new float[3 * 2];
    float[] weights = {.5f, 0, 2, 0, 1, 0};
    float[] sums = new float[3 * dim];
    double[] expected = new double[3 * dim];
    for (int r = 0; r < ROWS; r++) {
      long at = (long) r * q.codeBytes();
      q.dot(3, prepared, 0, codes, at, scores, 0, 2, scratch, 3);
      q.addScaled(3, weights, 0, 2, codes, at, sums, 0, scratch, 3);
      for (int j = 0; j < 3; j++) {
        double truth = Vectors.dot(queries, j * dim, back, r * dim, dim);
        assertEquals(truth, scores[2 * j], 1e-4, "query " + j + ", row " + r);
        for (int c = 0; c < dim; c++) {
          expected[j * dim + c] += weights[2 * j] * back[r * dim + c];
        }
      }
    }
    for (int j = 0; j < 3; j++) {
      q.finishSum(sums, j * dim);
      for (int c = 0; c < dim; c++) {
        assertEquals(expected[j * dim + c], sums[j * dim + c], 1e-3, "sum " + j + ", " + c);
      }
    }
  }
}
