package dev.velox.turbo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code turbo-ip} is what its paper says, and worse than {@code turbo} at equal bits. */
class TheProjectedResidualTest {
  private static final double[] RECONSTRUCTION = {1.53, .555, .179, .052};
  private static final int ROWS = 2000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void reconstructsAsThePaperSaysAndWorseThanTurbo(int bits) {
    float[] rows = Vectors.unit(ROWS, 128, bits);
    double error = Vectors.nmse(rows, Tracks.roundTrip("turbo-ip:bits=" + bits, 128, rows));
    assertEquals(1, error / RECONSTRUCTION[bits - 1], .05, bits + " bits: " + error);
    double turbo = Vectors.nmse(rows, Tracks.roundTrip("turbo:bits=" + bits, 128, rows));
    double ratio = error / turbo;
    assertTrue(4 < ratio && ratio < 6, bits + " bits: " + ratio + " times as far");
  }

  @Test
  void independentProductsErrAsThePaperSays() {
    double[] expected = {1.54, .57, .179, .051};
    for (int bits = 1; bits <= 4; bits++) {
      float[] keys = Vectors.unit(ROWS, 128, 10 + bits);
      float[] queries = Vectors.unit(8, 128, 20 + bits);
      double square = 0;
      try (Tracks t = Tracks.of("turbo-ip:bits=" + bits, Role.KEYS, 128)) {
        float[] scores = t.append(keys).scores(0, queries);
        for (int j = 0; j < 8; j++) {
          for (int r = 0; r < ROWS; r++) {
            double truth = Vectors.dot(queries, j * 128, keys, r * 128, 128);
            square += Math.pow(scores[j * ROWS + r] - truth, 2);
          }
        }
      }
      double error = 128 * square / (8 * ROWS);
      assertEquals(1, error / expected[bits - 1], .12, bits + " bits: " + error);
    }
  }

  @Test
  void theProjectionIsAPlainGaussianMatrixWithItsConstant() {
    try (Tracks t = Tracks.of("turbo-ip:bits=2", Role.KEYS, 128)) {
      t.append(Vectors.gaussian(64, 128, 1));
      var table = t.track.state().parts().getFirst();
      assertEquals("table/projection", table.name());
      double square = 0;
      double fourth = 0;
      int n = 128 * 128;
      for (int i = 0; i < n; i++) {
        double x = table.segment().get(java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i);
        square += x * x / n;
        fourth += x * x * x * x / n;
      }
      assertEquals(1, square / (Math.PI / 2 / 128), .03);
      assertEquals(3, fourth / (square * square), .15);
    }
  }
}
