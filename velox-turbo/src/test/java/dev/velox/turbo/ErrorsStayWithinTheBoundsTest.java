package dev.velox.turbo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The squared error of a vector of length one, averaged over vectors, lies between {@code 4^-b} and
 * {@code sqrt(3) pi / 2 * 4^-b}. Both bounds are for a vector, not for an element.
 */
class ErrorsStayWithinTheBoundsTest {
  private static final double PANTER_DITE = Math.sqrt(3) * Math.PI / 2;
  private static final int ROWS = 1000;

  @ParameterizedTest
  @ValueSource(strings = {"norm", "least-squares"})
  void ofAVectorAtEveryWidth(String scale) {
    for (int bits = 1; bits <= 8; bits++) {
      float[] rows = Vectors.unit(ROWS, 128, bits);
      float[] back = Tracks.roundTrip("turbo:scale=" + scale + ",bits=" + bits, 128, rows);
      double sum = 0;
      for (int r = 0; r < ROWS; r++) {
        sum += Vectors.squaredError(rows, back, r * 128, 128);
      }
      double floor = Math.pow(4, -bits);
      double error = sum / ROWS;
      assertTrue(error > floor, bits + " bits: " + error + " is below the least possible");
      assertTrue(error < PANTER_DITE * floor, bits + " bits: " + error + " is above the bound");
    }
  }

  @Test
  void lengthsAreKeptAsTheErrorAllows() {
    for (int bits = 1; bits <= 8; bits++) {
      float[] rows = Vectors.unit(ROWS, 128, 50 + bits);
      for (String scale : new String[] {"norm", "least-squares"}) {
        float[] back = Tracks.roundTrip("turbo:scale=" + scale + ",bits=" + bits, 128, rows);
        double sum = 0;
        for (int r = 0; r < ROWS; r++) {
          double length = Vectors.norm(back, r * 128, 128);
          double least = bits == 1 ? .7 : .8;
          assertTrue(least <= length && length <= 1.07, bits + " bits, row " + r + ": " + length);
          sum += length / ROWS;
        }
        double least = bits == 1 ? .75 : .9;
        assertTrue(least <= sum && sum <= 1.02, bits + " bits, " + scale + ": " + sum);
      }
    }
  }

  @Test
  void selfProductsAreOneMinusTheError() {
    double[] expected = {.639, .883, .966, .991};
    for (int bits = 1; bits <= 4; bits++) {
      float[] rows = Vectors.unit(ROWS, 128, 90 + bits);
      float[] back = Tracks.roundTrip("turbo:scale=norm,bits=" + bits, 128, rows);
      double mean = Vectors.dot(rows, 0, back, 0, rows.length) / ROWS;
      assertEquals(expected[bits - 1], mean, .003, bits + " bits");
    }
  }

  @Test
  void theErrorFollowsTheSizeOfTheRow() {
    float[] rows = Vectors.unit(ROWS, 128, 3);
    for (int bits = 1; bits <= 8; bits++) {
      String spec = "turbo:bits=" + bits;
      double at1 = Vectors.nmse(rows, Tracks.roundTrip(spec, 128, rows));
      for (double c : new double[] {1e-3, 1e-2, .5, 2, 7.3, 100, 1e3}) {
        float[] scaled = Vectors.times(rows, c);
        double error = Vectors.nmse(scaled, Tracks.roundTrip(spec, 128, scaled));
        assertEquals(1, error / at1, .01, bits + " bits, times " + c);
      }
    }
  }
}
