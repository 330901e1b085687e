package dev.velox.nuq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values: one datatype with an offset and a scale a token, or levels of each token. */
class ValuesTest {

  @ParameterizedTest
  @ValueSource(strings = {"kvquant", "kvquant:values=token"})
  void outliersOfATokenComeBackExactly(String spec) {
    float[] x = Draw.NORMAL.rows(128, 64, 1);
    for (int t = 0; t < 128; t++) {
      x[t * 64 + t % 64] = t % 2 == 0 ? 1000.5f : -4000f;
    }
    Opened o = Opened.one(spec, Role.VALUES, 64).append(0, x);
    float[] y = o.decode(0, 0, 128);
    double error = 0;
    for (int t = 0; t < 128; t++) {
      assertEquals(x[t * 64 + t % 64], y[t * 64 + t % 64]);
      for (int c = 0; c < 64; c++) {
        error += Math.pow(x[t * 64 + c] - y[t * 64 + c], 2) / x.length;
      }
    }
    assertTrue(error < .05, "error " + error);
    assertEquals(128, o.figure("outliers"));
    assertEquals(1 / 64.0, o.figure("outlier share"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kvquant:outlier-fraction=0", "kvquant:values=token,lloyd-iters=8"})
  void aConstantTokenIsExact(String spec) {
    float[] x = Draw.NORMAL.rows(128, 64, 2);
    Arrays.fill(x, 3 * 64, 4 * 64, -7.5f);
    Arrays.fill(x, 70 * 64, 71 * 64, 0f);
    float[] y = Opened.one(spec, Role.VALUES, 64).through(x);
    for (int c = 0; c < 64; c++) {
      assertEquals(-7.5f, y[3 * 64 + c]);
      assertEquals(0f, y[70 * 64 + c]);
    }
  }

  @Test
  void zerosFirstSpoilNothing() {
    Opened o = Opened.one("kvquant", Role.VALUES, 64).append(0, new float[128 * 64]);
    for (float y : o.decode(0, 0, 128)) {
      assertEquals(0f, y);
    }
    float[] later = Draw.NORMAL.rows(64, 64, 3);
    o.append(128, later);
    double nmse = Draw.nmse(later, o.decode(0, 128, 192));
    assertTrue(nmse < .05, "nmse " + nmse);
  }

  /** Scale equivariance: a token times a power of two is coded alike. */
  @Test
  void theScaleOfATokenDoesNotMatter() {
    float[] x = Draw.NORMAL.rows(128, 64, 4);
    float[] scaled = x.clone();
    for (int t = 64; t < 128; t++) {
      for (int c = 0; c < 64; c++) {
        scaled[t * 64 + c] *= 1024;
      }
    }
    float[] plain = Opened.one("kvquant", Role.VALUES, 64).through(x);
    float[] other = Opened.one("kvquant", Role.VALUES, 64).through(scaled);
    for (int i = 64 * 64; i < x.length; i++) {
      assertEquals(plain[i] * 1024, other[i]);
    }
  }

  @Test
  void aTokenOfTheWidestRangeStaysFinite() {
    float[] x = Draw.UNIFORM.rows(128, 32, 5);
    for (int i = 0; i < x.length; i++) {
      x[i] *= 1e5f;
    }
    Opened o = Opened.one("kvquant:outlier-fraction=0", Role.VALUES, 32).append(0, x);
    float[] y = o.decode(0, 0, 128);
    for (int i = 0; i < x.length; i++) {
      assertTrue(Math.abs(y[i]) <= 65504 * 1.3, "decodes to " + y[i]);
      x[i] = Math.clamp(x[i], -65504f, 65504f);
    }
    assertTrue(o.figure("clamped") > 1000);
    assertTrue(Draw.nmse(x, y) < .05);
  }

  /** The reference figures of the field: error and true bits of shared levels with an outlier. */
  @ParameterizedTest
  @CsvSource({
    "LAPLACE, 64, 2, .1102, 2.88", "LAPLACE, 64, 3, .0269, 3.88", "LAPLACE, 64, 4, .0065, 4.89",
    "LAPLACE, 128, 2, .1344, 2.44", "LAPLACE, 128, 3, .0347, 3.44", "LAPLACE, 128, 4, .0085, 4.45",
    "NORMAL, 64, 3, .0231, 3.88", "NORMAL, 128, 4, .0067, 4.45", "T4, 128, 3, .0355, 3.44"
  })
  void sharedLevelsAreBelowTheReference(
      Draw draw, int dim, int bits, double reference, double mostBits) {
    double nmse = 0;
    double coded = 0;
    for (int seed = 0; seed < 3; seed++) {
      float[] x = draw.rows(512, dim, seed);
      Opened o = Opened.one("kvquant:bits=" + bits, Role.VALUES, dim);
      nmse += Draw.nmse(x, o.through(x)) / 3;
      coded = 8.0 * o.account.bytes().resident() / x.length;
    }
    assertTrue(nmse < .98 * reference, "nmse " + nmse);
    assertTrue(coded <= mostBits, "bits " + coded);
  }

  /** A sum is that of the decoded rows, for any part of a block. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kvquant:outlier-fraction=0.1",
        "kvquant:bits=4",
        "kvquant:bits=2,values=token,outlier-fraction=0.05",
        "kvquant:bits=1,outlier-fraction=0"
      })
  void sumsFollowDecodedRows(String spec) {
    int dim = 40;
    SplittableRandom random = new SplittableRandom(6);
    Opened o = new Opened(spec, Role.VALUES, 2, dim).append(5, Draw.T4.rows(2 * 320, dim, 1));
    for (int run = 0; run < 20; run++) {
      int head = random.nextInt(2);
      int from = random.nextInt(5, 324);
      int to = random.nextInt(from + 1, 326);
      int queries = random.nextInt(1, 9);
      float[] w = Draw.UNIFORM.rows(queries, 330, 50 + run);
      float[] out = new float[queries * dim];
      float[] rows = o.decode(head, from, to);
      for (int i = 0; i < w.length; i++) {
        w[i] = Math.abs(w[i]);
      }
      o.track.clearSums(queries, o.scratch);
      o.track.accumulate(head, from, to, queries, w, 0, 330, o.scratch);
      o.track.finishSums(head, queries, out, 0, o.scratch);
      for (int j = 0; j < queries; j++) {
        for (int c = 0; c < dim; c++) {
          double sum = 0;
          double size = 1;
          for (int t = 0; t < to - from; t++) {
            sum += (double) w[j * 330 + t] * rows[t * dim + c];
            size += Math.abs((double) w[j * 330 + t] * rows[t * dim + c]);
          }
          assertEquals(sum, out[j * dim + c], 1e-5 * size);
        }
      }
    }
  }

  @Test
  void aWideHeadHasChannelsOfTwoBytes() {
    float[] x = Draw.NORMAL.rows(128, 300, 7);
    x[5 * 300 + 299] = 777f;
    x[5 * 300 + 258] = -888f;
    for (Role role : Role.values()) {
      float[] y = Opened.one("kvquant", role, 300).through(x);
      assertEquals(777f, y[5 * 300 + 299]);
      assertEquals(-888f, y[5 * 300 + 258]);
    }
    assertArrayEquals(
        Opened.one("kvquant", Role.VALUES, 300).through(x),
        Opened.one("kvquant", Role.VALUES, 300).through(x));
  }
}
