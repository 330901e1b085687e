package dev.velox.nuq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fit: near the optimum, never rising, exact where it can be, the same for every order. */
class LevelFitTest {

  private static LevelFit taken(float[] x, int levels) {
    LevelFit fit = new LevelFit(levels, x.length);
    fit.take(x.clone(), 0, x.length, null);
    return fit;
  }

  private static double[] fitted(float[] x, int levels) {
    LevelFit fit = taken(x, levels);
    fit.fit(0);
    return levels(fit, levels);
  }

  private static double[] levels(LevelFit fit, int levels) {
    double[] all = new double[levels];
    Arrays.setAll(all, fit::level);
    return all;
  }

  private static double error(float[] x, double[] levels) {
    double sum = 0;
    for (float v : x) {
      double least = Double.MAX_VALUE;
      for (double l : levels) {
        least = Math.min(least, (v - l) * (v - l));
      }
      sum += least;
    }
    return sum;
  }

  /** The least error any levels can have, by dynamic programming over the sorted samples. */
  private static double optimum(float[] x, int levels) {
    float[] s = x.clone();
    Arrays.sort(s);
    int n = s.length;
    double[] p = new double[n + 1];
    double[] q = new double[n + 1];
    for (int i = 0; i < n; i++) {
      p[i + 1] = p[i] + s[i];
      q[i + 1] = q[i] + (double) s[i] * s[i];
    }
    double[] best = new double[n + 1];
    Arrays.fill(best, 1, n + 1, Double.MAX_VALUE);
    for (int l = 0; l < levels; l++) {
      double[] next = best.clone();
      for (int to = 1; to <= n; to++) {
        for (int from = 0; from < to; from++) {
          double sum = p[to] - p[from];
          double cell = q[to] - q[from] - sum * sum / (to - from);
          next[to] = Math.min(next[to], best[from] + Math.max(0, cell));
        }
      }
      best = next;
    }
    return best[n];
  }

  @ParameterizedTest
  @EnumSource(Draw.class)
  void endsNearTheOptimum(Draw draw) {
    for (int levels : new int[] {4, 8, 16}) {
      double sum = 0;
      double least = 0;
      for (int seed = 0; seed < 8; seed++) {
        float[] x = draw.rows(300, 1, seed);
        sum += error(x, fitted(x, levels));
        least += optimum(x, levels);
      }
      double above = sum / least - 1;
      assertTrue(
          above >= -1e-9 && above < (draw == Draw.T4 ? 0.3 : 0.09),
          draw + " " + levels + ": " + above);
    }
  }

  @Test
  void distortionNeverRisesBetweenSweeps() {
    SplittableRandom random = new SplittableRandom(5);
    for (int run = 0; run < 60; run++) {
      int n = 1 + random.nextInt(400);
      int levels = 1 << (1 + random.nextInt(5));
      float[] x = Draw.values()[run % 4].rows(n, 1, run);
      LevelFit fit = taken(x, levels);
      if (run % 2 == 0) {
        fit.startAtQuantiles();
      } else {
        fit.startAtDensity();
      }
      double before = fit.distortion();
      for (int sweep = 0; sweep < 30; sweep++) {
        fit.sweep();
        double after = fit.distortion();
        assertTrue(after <= before + 1e-9 * Math.max(1, before), before + " -> " + after);
        assertEquals(error(x, levels(fit, levels)), after, 1e-6 * Math.max(1, after));
        before = after;
      }
    }
  }

  @Test
  void theSeedsStartIsItsQuantiles() {
    float[] x = new float[100];
    for (int i = 0; i < 100; i++) {
      x[i] = 99 - i;
    }
    LevelFit fit = taken(x, 4);
    fit.startAtQuantiles();
    assertArrayEquals(new double[] {12, 37, 62, 87}, levels(fit, 4), 0);
  }

  @Test
  void fewerSamplesThanLevelsAreExact() {
    for (int n = 1; n <= 8; n++) {
      float[] x = Draw.NORMAL.rows(n, 1, n);
      assertEquals(0, error(x, fitted(x, 8)));
      LevelFit seed = taken(x, 8);
      seed.fit(8);
      assertEquals(0, error(x, levels(seed, 8)));
    }
  }

  @Test
  void fewDistinctNumbersAreExactHoweverOftenTheyCome() {
    float[] x = new float[1000];
    for (int i = 0; i < x.length; i++) {
      x[i] = i % 100 == 0 ? 7 : i % 3 == 0 ? -1.5f : 0;
    }
    assertEquals(0, error(x, fitted(x, 4)));
    assertArrayEquals(new double[] {-1.5, 0, 7, 7}, fitted(x, 4));
  }

  @ParameterizedTest
  @ValueSource(floats = {0f, -0f, 100f, -7.5f, 65504f, 1e-7f})
  void aConstantIsExact(float constant) {
    float[] x = new float[128];
    Arrays.fill(x, constant);
    assertEquals(constant, fitted(x, 8)[0], 0);
    assertEquals(0, error(x, fitted(x, 8)));
  }

  /** More than half of the samples are one number, so that most starting levels coincide. */
  @Test
  void emptyCellsStayAndSpoilNothing() {
    float[] x = new float[200];
    float[] tail = Draw.UNIFORM.rows(60, 1, 1);
    System.arraycopy(tail, 0, x, 0, 60);
    for (int sweeps : new int[] {0, 1, 8}) {
      LevelFit fit = taken(x, 16);
      fit.fit(sweeps);
      double[] levels = levels(fit, 16);
      for (int j = 1; j < 16; j++) {
        assertTrue(levels[j] >= levels[j - 1]);
      }
      assertTrue(error(x, levels) <= error(x, new double[] {0}));
      assertTrue(Double.isFinite(levels[0]) && Double.isFinite(levels[15]));
    }
    double above = error(x, fitted(x, 16)) / optimum(x, 16) - 1;
    assertTrue(above < 0.5, "above the optimum by " + above);
  }

  @Test
  void orderOfSamplesDoesNotMatter() {
    float[] x = Draw.T4.rows(500, 1, 3);
    float[] reversed = x.clone();
    for (int i = 0; i < x.length; i++) {
      reversed[i] = x[x.length - 1 - i];
    }
    assertArrayEquals(fitted(x, 8), fitted(reversed, 8));
  }

  @Test
  void equalWeightsChangeNothing() {
    float[] x = Draw.LAPLACE.rows(300, 1, 4);
    float[] weights = new float[300];
    Arrays.fill(weights, 1f);
    LevelFit fit = new LevelFit(8, 300);
    fit.take(x.clone(), 0, 300, weights);
    fit.fit(0);
    assertArrayEquals(fitted(x, 8), levels(fit, 8), 1e-12);
  }

  /** A weight of three is three samples. */
  @Test
  void aWeightCountsAsSoManySamples() {
    float[] x = Draw.NORMAL.rows(100, 1, 5);
    float[] weights = new float[100];
    float[] repeated = new float[200];
    int n = 0;
    for (int i = 0; i < 100; i++) {
      weights[i] = 1 + i % 3;
      for (int k = 0; k < 1 + i % 3; k++) {
        repeated[n++] = x[i];
      }
    }
    LevelFit weighted = new LevelFit(4, 100);
    weighted.take(x.clone(), 0, 100, weights);
    LevelFit plain = new LevelFit(4, n);
    plain.take(Arrays.copyOf(repeated, n), 0, n, null);
    double[] start = {-1, -0.3, 0.3, 1};
    for (LevelFit fit : new LevelFit[] {weighted, plain}) {
      double[] places = start.clone();
      for (int j = 0; j < 4; j++) {
        places[j] -= fit.origin();
      }
      fit.startAt(places);
      for (int i = 0; i < 20; i++) {
        fit.sweep();
      }
    }
    assertArrayEquals(levels(plain, 4), levels(weighted, 4), 1e-6);
    assertEquals(plain.distortion(), weighted.distortion(), 1e-4);
  }

  @Test
  void aPriorDrawsLevelsAndLetsGoWithMoreSamples() {
    double[] pulled = new double[2];
    for (int run = 0; run < 2; run++) {
      float[] x = Draw.NORMAL.rows(run == 0 ? 50 : 5000, 1, 6);
      LevelFit fit = taken(x, 4);
      double[] own = fitted(x, 4);
      double[] shifted = new double[4];
      for (int j = 0; j < 4; j++) {
        shifted[j] = own[j] + 1 - fit.origin();
      }
      fit.withPrior(shifted, 16);
      fit.fit(0);
      pulled[run] = fit.level(1) - own[1];
    }
    assertTrue(pulled[0] > 0.2 && pulled[1] > 0 && pulled[1] < 0.1, Arrays.toString(pulled));
  }
}
