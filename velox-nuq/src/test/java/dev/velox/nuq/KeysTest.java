package dev.velox.nuq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys: codes are nearest, outliers as they should be, whatever the rows are. */
class KeysTest {

  private static float[] table(Opened o, int head) {
    for (TrackState.Part part : o.track.state().parts()) {
      if (part.name().equals("table/levels")) {
        MemorySegment s = part.segment();
        int n = (int) (s.byteSize() / 2 / o.heads);
        float[] table = new float[n];
        for (int i = 0; i < n; i++) {
          table[i] = Bits16.get(s, 2L * (head * n + i));
        }
        return table;
      }
    }
    throw new AssertionError("no table");
  }

  /** Decoded numbers are the nearest level of their channel, or the number itself as binary16. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8})
  void everyNumberIsItsNearestLevelOrAnOutlier(int bits) {
    int dim = 33;
    int rows = Math.max(256, (4 << bits) + 64);
    float[] x = Draw.LAPLACE.rows(2 * rows, dim, bits);
    Opened o = new Opened("kvquant:outliers=rank,bits=" + bits, Role.KEYS, 2, dim).append(0, x);
    for (int h = 0; h < 2; h++) {
      float[] table = table(o, h);
      float[] y = o.decode(h, 0, rows);
      int[] exact = new int[dim * (rows / 64)];
      for (int t = 0; t < rows; t++) {
        for (int c = 0; c < dim; c++) {
          float v = x[(h * rows + t) * dim + c];
          float found = y[t * dim + c];
          float nearest = Float.MAX_VALUE;
          for (int j = 0; j < 1 << bits; j++) {
            float level = table[(c << bits) + j];
            nearest = Math.abs(level - v) < Math.abs(nearest - v) ? level : nearest;
          }
          if (found == Bits16.round(v) && found != nearest) {
            exact[(t / 64) * dim + c]++;
          } else {
            assertEquals(Math.abs(nearest - v), Math.abs(found - v), 1e-6, bits + " bits");
          }
        }
      }
      for (int k : exact) {
        assertTrue(k <= 1, k + " outliers of a channel in a block");
      }
    }
  }

  @Test
  void outliersAreTheLargestOfEachBlockAndLeftOutOfTheFit() {
    float[] x = Draw.NORMAL.rows(128, 4, 7);
    x[10 * 4 + 2] = 5000f;
    x[100 * 4 + 2] = -6000f;
    Opened with = Opened.one("kvquant:outliers=rank", Role.KEYS, 4).append(0, x);
    float[] y = with.decode(0, 0, 128);
    assertEquals(5000f, y[10 * 4 + 2]);
    assertEquals(-6000f, y[100 * 4 + 2]);
    assertEquals(8, with.figure("outliers"));
    for (float level : table(with, 0)) {
      assertTrue(Math.abs(level) < 4, "level " + level);
    }
  }

  @Test
  void aTieGoesToTheLowerLevel() {
    float[] x = new float[128];
    for (int t = 0; t < 128; t++) {
      x[t] = t % 2 == 0 ? 1 : 2;
    }
    Opened o = Opened.one("kvquant:bits=1,outlier-fraction=0", Role.KEYS, 1).append(0, x);
    float[] middle = new float[64];
    Arrays.fill(middle, 1.5f);
    middle[1] = Math.nextUp(1.5f);
    o.append(128, middle);
    float[] y = o.decode(0, 128, 192);
    assertEquals(1f, y[0]);
    assertEquals(2f, y[1]);
  }

  /** The worst coded of each block are kept, whatever their channel. */
  @Test
  void theWorstCodedOfABlockAreItsOutliers() {
    float[] x = Draw.LAPLACE.rows(256, 48, 9);
    for (int t = 128; t < 192; t++) {
      x[t * 48 + 11] *= 6;
    }
    Opened o = Opened.one("kvquant:outlier-fraction=0.02", Role.KEYS, 48).append(0, x);
    int k = (int) Math.rint(.02 * 64 * 48);
    assertEquals(4 * k, o.figure("outliers"));
    float[] table = table(o, 0);
    float[] y = o.decode(0, 0, 256);
    for (int block = 0; block < 4; block++) {
      double[] errors = new double[64 * 48];
      double worst = 0;
      for (int i = 0; i < errors.length; i++) {
        int at = block * 64 * 48 + i;
        errors[i] = Math.abs(x[at] - nearest(table, i % 48, 8, x[at]));
        double left = Math.abs(x[at] - y[at]);
        worst = left > 0.001 * Math.abs(x[at]) ? Math.max(worst, left) : worst;
      }
      Arrays.sort(errors);
      assertEquals(errors[errors.length - 1 - k], worst, 1e-6);
    }
  }

  private static float nearest(float[] table, int channel, int levels, float x) {
    float nearest = table[channel * levels];
    for (int j = 1; j < levels; j++) {
      float level = table[channel * levels + j];
      nearest = Math.abs(level - x) < Math.abs(nearest - x) ? level : nearest;
    }
    return nearest;
  }

  /** Ten times the spread of the fit rows: clipped by rank, kept by threshold, in its limits. */
  @Test
  void aShiftOfAllRowsIsBoundedByRoom() {
    Opened o = Opened.one("kvquant:outliers=threshold", Role.KEYS, 32);
    o.append(0, Draw.NORMAL.rows(128, 32, 1));
    float[] loud = Draw.NORMAL.rows(64, 32, 2);
    for (int i = 0; i < loud.length; i++) {
      loud[i] *= 10;
    }
    double before = o.figure("outliers");
    o.append(128, loud);
    int most = (int) Math.ceil(4 * .01 * 64 * 32);
    assertEquals(most, o.figure("outliers") - before);
    assertTrue(o.figure("outliers without room") > 10 * most);
    float[] y = o.decode(0, 128, 192);
    float[] table = table(o, 0);
    double[] errors = new double[loud.length];
    int candidates = 0;
    double worst = 0;
    for (int i = 0; i < loud.length; i++) {
      if (Math.abs(loud[i]) > table[32 * 8 + i % 32]) {
        errors[candidates++] = Math.abs(loud[i] - nearest(table, i % 32, 8, loud[i]));
        double left = Math.abs(loud[i] - y[i]);
        worst = left > 0.001 * Math.abs(loud[i]) ? Math.max(worst, left) : worst;
      }
    }
    Arrays.sort(errors, 0, candidates);
    assertEquals(errors[candidates - 1 - most], worst, 1e-6);
    assertEquals(candidates - most, o.figure("outliers without room"));
  }

  @Test
  void onFewFitRowsTheThresholdRealisesMoreThanItsShare() {
    Opened o = Opened.one("kvquant:outliers=threshold", Role.KEYS, 64);
    o.append(0, Draw.NORMAL.rows(128, 64, 1));
    assertEquals(1 / 128.0, o.figure("outlier share"), 1e-12);
    for (int i = 0; i < 30; i++) {
      o.append(128 + 64 * i, Draw.NORMAL.rows(64, 64, 2 + i));
    }
    double share = o.figure("outlier share");
    assertTrue(share > .012 && share < .018, "share " + share);
  }

  /** The fit rows are the first so many, however many come with them. */
  @Test
  void levelsComeFromExactlyTheFitRows() {
    float[] x = Draw.NORMAL.rows(192, 8, 3);
    float[] tail = x.clone();
    for (int i = 100 * 8; i < tail.length; i++) {
      tail[i] *= 7;
    }
    String spec = "kvquant:fit-tokens=100,outliers=threshold";
    float[] first = table(Opened.one(spec, Role.KEYS, 8).append(0, x), 0);
    float[] other = table(Opened.one(spec, Role.KEYS, 8).append(0, tail), 0);
    assertArrayEquals(first, other);
  }

  /** Channels that never varied in the fit rows may wake up later. */
  @Test
  void zerosFirstSpoilNothing() {
    for (String spec : new String[] {"kvquant", "kvquant:bits=2", SeedEvidenceTest.SEED}) {
      Opened o = Opened.one(spec, Role.KEYS, 16).append(0, new float[128 * 16]);
      for (float y : o.decode(0, 0, 128)) {
        assertEquals(0f, y);
      }
      float[] later = Draw.NORMAL.rows(64, 16, 1);
      o.append(128, later);
      double nmse = Draw.nmse(later, o.decode(0, 128, 192));
      assertTrue(nmse < (spec.contains("bits=2") ? .5 : .25), spec + ": " + nmse);
    }
    float[] x = Draw.NORMAL.rows(128, 16, 2);
    for (int t = 0; t < 128; t++) {
      x[t * 16 + 5] = -3.5f;
    }
    Opened o = Opened.one("kvquant", Role.KEYS, 16).append(0, x);
    float[] later = Draw.NORMAL.rows(64, 16, 3);
    for (int t = 0; t < 64; t++) {
      later[t * 16 + 5] -= 3.5f;
    }
    o.append(128, later);
    float[] y = o.decode(0, 128, 192);
    double error = 0;
    for (int t = 0; t < 64; t++) {
      error += Math.pow(later[t * 16 + 5] - y[t * 16 + 5], 2) / 64;
    }
    assertTrue(error < .25, "error " + error);
    assertEquals(-3.5f, o.decode(0, 7, 8)[5]);
  }

  /** Beyond binary16 numbers are clamped first and counted; the other channels do not notice. */
  @Test
  void aHundredThousandIsClampedAndCounted() {
    float[] x = Draw.NORMAL.rows(192, 8, 4);
    float[] y = x.clone();
    for (int t = 0; t < 192; t++) {
      y[t * 8 + 3] = t % 2 == 0 ? 1e5f : -1e5f;
    }
    for (Role role : Role.values()) {
      Opened o = Opened.one("kvquant", role, 8).append(0, y);
      assertEquals(192, o.figure("clamped"));
      for (float v : o.decode(0, 0, 192)) {
        assertTrue(Float.isFinite(v) && Math.abs(v) <= 65504);
      }
    }
    float[] plain = Opened.one("kvquant:shrinkage=0,outliers=rank", Role.KEYS, 8).through(x);
    float[] beside = Opened.one("kvquant:shrinkage=0,outliers=rank", Role.KEYS, 8).through(y);
    for (int i = 0; i < x.length; i++) {
      assertEquals(i % 8 == 3 ? Math.copySign(65504f, y[i]) : plain[i], beside[i]);
    }
  }

  /** A score is the dot product with the decoded row, for any part of a block. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kvquant:outlier-fraction=0.1",
        "kvquant:bits=4,outliers=threshold,outlier-fraction=0.2",
        "kvquant:bits=2,group-size=64",
        "kvquant:bits=2,refit-interval=128,outliers=threshold"
      })
  void scoresFollowDecodedRows(String spec) {
    int dim = 40;
    SplittableRandom random = new SplittableRandom(6);
    Opened o = new Opened(spec, Role.KEYS, 2, dim).append(3, Draw.T4.rows(2 * 128, dim, 1));
    for (int i = 0; i < 4; i++) {
      o.append(131 + 64 * i, Draw.T4.rows(2 * 64, dim, 2 + i));
    }
    for (int run = 0; run < 20; run++) {
      int head = random.nextInt(2);
      int from = random.nextInt(3, 386);
      int to = random.nextInt(from + 1, 388);
      int queries = random.nextInt(1, 9);
      float[] q = Draw.NORMAL.rows(queries, dim, 30 + run);
      float[] scores = new float[queries * 400];
      float[] rows = o.decode(head, from, to);
      o.track.prepareQueries(head, queries, q, 0, o.scratch);
      o.track.score(head, from, to, queries, scores, 0, 400, o.scratch);
      for (int j = 0; j < queries; j++) {
        for (int t = 0; t < to - from; t++) {
          double dot = 0;
          double size = 0;
          for (int c = 0; c < dim; c++) {
            dot += (double) q[j * dim + c] * rows[t * dim + c];
            size += Math.abs((double) q[j * dim + c] * rows[t * dim + c]);
          }
          assertEquals(dot, scores[j * 400 + t], 1e-5 * size + 1e-6);
        }
      }
    }
  }
}
