package dev.velox.turbo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Coded vectors are as far from the originals as theory says, for every head dim. */
class DistortionIsThePapersTest {
  private static final int ROWS = 4000;
  private static final double[] NORM_128 = {.361, .116, .0340, .0093};
  private static final double[] LEAST_SQUARES_128 = {.115, .0334, .0091};

  private static double nmse(String options, int dim) {
    float[] rows = Vectors.unit(ROWS, dim, 7L * dim);
    return Vectors.nmse(rows, Tracks.roundTrip("turbo:" + options, dim, rows));
  }

  @Test
  void normKeepsThePapersErrorAtOneToFourBits() {
    for (int bits = 1; bits <= 4; bits++) {
      double error = nmse("scale=norm,bits=" + bits, 128);
      assertEquals(1, error / NORM_128[bits - 1], .015, bits + " bits: " + error);
    }
  }

  @Test
  void leastSquaresIsBelowNormAtTheSameBytes() {
    for (int bits = 2; bits <= 4; bits++) {
      double error = nmse("bits=" + bits, 128);
      assertEquals(1, error / LEAST_SQUARES_128[bits - 2], .015, bits + " bits: " + error);
      assertTrue(error < nmse("scale=norm,bits=" + bits, 128) * .998);
    }
  }

  @Test
  void noVectorIsFartherThanWithItsNorm() {
    float[] rows = Vectors.gaussian(ROWS, 128, 11);
    float[] least = Tracks.roundTrip("turbo:bits=3", 128, rows);
    float[] norm = Tracks.roundTrip("turbo:bits=3,scale=norm", 128, rows);
    for (int r = 0; r < ROWS; r++) {
      double a = Vectors.squaredError(rows, least, r * 128, 128);
      double b = Vectors.squaredError(rows, norm, r * 128, 128);
      assertTrue(a <= b * 1.00001, "row " + r + ": " + a + " against " + b);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 24, 32, 48, 64, 80, 96, 112, 128, 192, 256, 576})
  void everyHeadDimHasTheErrorOfItsSphere(int dim) {
    for (int bits : new int[] {1, 2, 3, 4, 6, 8}) {
      double error = nmse("scale=norm,bits=" + bits, dim);
      double expected = GoldenCodebooks.of(dim, bits).mse();
      assertEquals(1, error / expected, .025, dim + " dims, " + bits + " bits: " + error);
    }
  }

  @ParameterizedTest
  @CsvSource({"64,qr", "80,qr", "128,qr", "80,hadamard", "20,qr"})
  void theRotationDoesNotMatter(int dim, String rotation) {
    for (int bits = 2; bits <= 4; bits++) {
      double error = nmse("scale=norm,rotation=" + rotation + ",bits=" + bits, dim);
      Marginal marginal = Marginal.sphere(dim);
      double expected = LloydMax.distortion(marginal, LloydMax.positiveLevels(marginal, bits));
      assertEquals(1, error / expected, .015, bits + " bits: " + error);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 128})
  void theSpheresLevelsBeatTheGaussianLimit(int dim) {
    for (int bits = 2; bits <= 4; bits++) {
      double sphere = nmse("scale=norm,bits=" + bits, dim);
      double gaussian = nmse("scale=norm,codebook=gaussian,bits=" + bits, dim);
      assertTrue(sphere < gaussian, dim + " dims, " + bits + " bits: " + sphere + ", " + gaussian);
    }
  }
}
