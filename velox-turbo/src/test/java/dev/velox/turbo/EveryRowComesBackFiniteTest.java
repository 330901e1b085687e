package dev.velox.turbo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Zero, tiny and huge rows: exact zeros, no infinity, clamped where binary16 ends and counted. */
class EveryRowComesBackFiniteTest {
  private static final int DIM = 128;
  private static final String[] SPECS = {
    "turbo:bits=1",
    "turbo:bits=3",
    "turbo:bits=4,scale=norm",
    "turbo:bits=8,scale=unbiased",
    "turbo:bits=3,rotation=qr",
    "turbo:bits=3,channel-scale=true",
    "turbo:bits=2,outlier-channels=32",
    "turbo-ip:bits=1",
    "turbo-ip:bits=3"
  };

  private static float[] block(float value) {
    float[] rows = new float[128 * DIM];
    Arrays.fill(rows, value);
    return rows;
  }

  private static double clamped(Tracks t) {
    return t.track.figures().stream()
        .filter(f -> f.name().equals("clamped"))
        .mapToDouble(f -> f.value())
        .sum();
  }

  @Test
  void zeroRowsComeBackAsZeros() {
    for (String spec : SPECS) {
      float[] rows = Vectors.gaussian(128, DIM, 1);
      Arrays.fill(rows, 5 * DIM, 9 * DIM, 0f);
      Arrays.fill(rows, 70 * DIM, 71 * DIM, -0f);
      try (Tracks t = Tracks.of(spec, Role.VALUES, DIM)) {
        float[] back = t.append(rows).decoded();
        for (int r : new int[] {5, 6, 7, 8, 70}) {
          float[] row = Arrays.copyOfRange(back, r * DIM, (r + 1) * DIM);
          float[] abs = new float[DIM];
          for (int c = 0; c < DIM; c++) {
            abs[c] = Math.abs(row[c]);
          }
          assertArrayEquals(new float[DIM], abs, 0f, spec + ", row " + r);
        }
        float[] weights = new float[128];
        weights[6] = 1;
        for (float x : t.sums(0, 1, weights)) {
          assertEquals(0f, Math.abs(x), 0f, spec);
        }
      }
      assertTrue(Vectors.nmse(rows, Tracks.roundTrip(spec, DIM, rows)) < 2, spec);
    }
  }

  @Test
  void aFirstBlockOfZerosSpoilsNothingLater() {
    for (String spec : SPECS) {
      try (Tracks t = Tracks.of(spec, Role.KEYS, DIM)) {
        t.append(new float[128 * DIM]);
        float[] later = Vectors.times(Vectors.gaussian(64, DIM, 2), 5);
        float[] back = t.append(later).decoded();
        float[] own = Arrays.copyOfRange(back, 128 * DIM, 192 * DIM);
        double alone = Vectors.nmse(later, Tracks.roundTrip(plain(spec), DIM, later));
        assertTrue(Vectors.nmse(later, own) < 1.1 * alone, spec);
      }
    }
  }

  private static String plain(String spec) {
    return spec.replace(",channel-scale=true", "");
  }

  @ParameterizedTest
  @ValueSource(
      floats = {
        1e-45f, 1e-38f, 1e-30f, 1e-8f, 3e-8f, 1e-7f, 65504f, 65519.9f, 1e5f, 3e19f, 1e30f, 3e38f
      })
  void extremesStayFinite(float value) {
    for (String spec : SPECS) {
      for (float[] rows : new float[][] {block(value), signs(value), lonely(value)}) {
        float[] clean = Vectors.times(rows, 1);
        try (Tracks t = Tracks.of(spec, Role.KEYS, DIM)) {
          float[] back = t.append(rows).decoded();
          float[] scores = t.scores(0, Vectors.gaussian(1, DIM, 3));
          for (float x : back) {
            assertTrue(Float.isFinite(x), spec + " at " + value);
          }
          for (float x : scores) {
            assertTrue(Float.isFinite(x), spec + " at " + value);
          }
          assertEquals(value > 65504f, clamped(t) > 0, spec + " at " + value);
          float known = Math.min(value, 65504f);
          double error = Math.sqrt(Vectors.squaredError(clamp(clean), back, 0, back.length));
          double size = Vectors.norm(clamp(clean), 0, clean.length);
          boolean lost = known < 1e-6 || spec.equals("turbo-ip:bits=1");
          assertTrue(error <= (lost ? 3.5 : 1.1) * size, spec + " at " + value + ": " + error);
        }
      }
    }
  }

  private static float[] signs(float value) {
    float[] rows = block(value);
    for (int i = 0; i < rows.length; i += 3) {
      rows[i] = -value;
    }
    return rows;
  }

  private static float[] lonely(float value) {
    float[] rows = new float[128 * DIM];
    for (int r = 0; r < 128; r++) {
      rows[r * DIM + r] = value;
    }
    return rows;
  }

  private static float[] clamp(float[] x) {
    float[] y = x.clone();
    for (int i = 0; i < y.length; i++) {
      y[i] = Math.clamp(y[i], -65504f, 65504f);
    }
    return y;
  }

  @Test
  void valuesBeyondTheRangeAreClampedFirstAndCounted() {
    float[] rows = Vectors.gaussian(64, DIM, 4);
    rows[5] = 1e5f;
    rows[300] = -2e6f;
    float[] within = rows.clone();
    within[5] = 65504f;
    within[300] = -65504f;
    try (Tracks a = Tracks.of("turbo:bits=4", Role.KEYS, DIM);
        Tracks b = Tracks.of("turbo:bits=4", Role.KEYS, DIM)) {
      assertArrayEquals(b.append(within).decoded(), a.append(rows).decoded(), 0f);
      assertEquals(2, clamped(a), 0);
      assertEquals(0, clamped(b), 0);
    }
  }
}
