package dev.velox.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A dot product has the bits of 16 lanes and a tree, whatever its length and offsets. */
class DotHasOneOrderTest {
  private static final RowKernels ROWS = Kernels.active().rows();

  private static float inOrder(float[] a, int ao, float[] b, int bo, int n) {
    float[] lanes = new float[16];
    for (int i = 0; i < n; i++) {
      lanes[i % 16] = Math.fma(a[ao + i], b[bo + i], lanes[i % 16]);
    }
    for (int width = 8; width > 0; width /= 2) {
      for (int l = 0; l < width; l++) {
        lanes[l] += lanes[l + width];
      }
    }
    return lanes[0];
  }

  @Property(tries = 500)
  void everyLengthAndOffset(
      @ForAll @Size(200) float[] x,
      @ForAll @IntRange(max = 90) int n,
      @ForAll @IntRange(max = 8) int ao,
      @ForAll @IntRange(min = 91, max = 110) int bo) {
    assertEquals(inOrder(x, ao, x, bo, n), ROWS.dot(x, ao, x, bo, n));
  }

  @Property(tries = 300)
  void scoresAreDots(@ForAll("moderate") float[] x, @ForAll @IntRange(min = 1, max = 40) int dim) {
    float[] scores = new float[2];
    ROWS.scoreRows(x, 3, 2, dim, x, 100, 1, dim, scores, 0, 2);
    for (int r = 0; r < 2; r++) {
      double exact = 0;
      double magnitude = 0;
      for (int c = 0; c < dim; c++) {
        double term = (double) x[3 + r * dim + c] * x[100 + c];
        exact += term;
        magnitude += Math.abs(term);
      }
      assertEquals(exact, scores[r], 1e-5 * magnitude + Float.MIN_NORMAL);
    }
  }

  @Provide
  Arbitrary<float[]> moderate() {
    return Arbitraries.floats().between(-100, 100).array(float[].class).ofSize(160);
  }
}
