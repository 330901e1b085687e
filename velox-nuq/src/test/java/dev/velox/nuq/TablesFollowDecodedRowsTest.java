package dev.velox.nuq;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.kernels.Kernels;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Attention through tables of whole numbers is that on decoded rows, but for an error far below
 * that of the codes: for whole blocks, parts of blocks, runs of blocks, one query head and several.
 */
class TablesFollowDecodedRowsTest {
  private static final int HEADS = 2;
  private static final int ROWS = 64 * 41;

  @BeforeEach
  void tablesServe() {
    assumeTrue(Kernels.active().tablesAreFast(), "needs 512-bit vectors");
  }

  private static Opened open(String spec, Role role, int dim, Precision precision, float[] rows) {
    return new Opened(spec, role, HEADS, dim, precision).append(5, rows);
  }

  /** Rows with channels of unlike size, and a spike here and there. */
  private static float[] rows(int dim) {
    float[] x = Draw.T4.rows(HEADS * ROWS, dim, dim);
    for (int i = 0; i < x.length; i++) {
      x[i] = x[i] * (1 + i % dim % 7) + (i % 4099 == 0 ? 60 : 0.3f);
    }
    return x;
  }

  private static double rms(double squares, int n) {
    return Math.sqrt(squares / n);
  }

  @ParameterizedTest
  @CsvSource({
    "'kvquant:bits=4', 128, .006",
    "'kvquant:bits=3', 64, .003",
    "'kvquant:bits=2', 128, .06",
    "'kvquant:bits=2,outlier-fraction=0', 128, .06",
    "'kvquant:bits=3,outliers=rank', 96, .003",
    "'kvquant:bits=4,outliers=threshold', 64, .006",
    "'kvquant:bits=4,outlier-fraction=0', 128, .006",
    "'kvquant:bits=2,refit-interval=128', 64, .06",
    "'kvquant:bits=4,outlier-fraction=0.2', 64, .02",
  })
  void scores(String spec, int dim, double most) {
    float[] x = rows(dim);
    for (Precision precision : new Precision[] {Precision.BALANCED, Precision.FAST}) {
      Opened o = open(spec, Role.KEYS, dim, precision, x);
      SplittableRandom random = new SplittableRandom(dim);
      double arithmetic = 0;
      double codes = 0;
      int n = 0;
      for (int run = 0; run < 12; run++) {
        int head = run % HEADS;
        int from = run == 0 ? 5 : random.nextInt(5, ROWS);
        int to = run == 0 ? ROWS + 5 : random.nextInt(from + 1, ROWS + 6);
        int queries = run < 2 ? 1 : random.nextInt(1, 9);
        float[] q = Draw.NORMAL.rows(queries, dim, run);
        float[] scores = new float[queries * ROWS];
        float[] rows = o.decode(head, from, to);
        o.track.prepareQueries(head, queries, q, 0, o.scratch);
        o.track.score(head, from, to, queries, scores, 0, ROWS, o.scratch);
        for (int j = 0; j < queries; j++) {
          for (int t = 0; t < to - from; t++) {
            double decoded = 0;
            double given = 0;
            int row = (head * ROWS + from - 5 + t) * dim;
            for (int c = 0; c < dim; c++) {
              decoded += (double) q[j * dim + c] * rows[t * dim + c];
              given += (double) q[j * dim + c] * x[row + c];
            }
            arithmetic += Math.pow(scores[j * ROWS + t] - decoded, 2);
            codes += Math.pow(given - decoded, 2);
            n++;
          }
        }
      }
      double share = rms(arithmetic, n) / rms(codes, n);
      assertTrue(share > 0 && share < most, precision + ": " + share);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'kvquant:bits=4', 128, .25",
    "'kvquant:bits=3', 64, .12",
    "'kvquant:bits=2', 128, .06",
    "'kvquant:bits=4,outlier-fraction=0', 64, .25",
    "'kvquant:bits=3,outlier-fraction=0.05', 128, .15",
    "'kvquant:bits=2,outlier-fraction=0.01', 256, .06",
  })
  void sums(String spec, int dim, double most) {
    float[] x = rows(dim);
    for (Precision precision : new Precision[] {Precision.BALANCED, Precision.FAST}) {
      Opened o = open(spec, Role.VALUES, dim, precision, x);
      SplittableRandom random = new SplittableRandom(dim);
      double arithmetic = 0;
      double codes = 0;
      int n = 0;
      for (int run = 0; run < 12; run++) {
        int head = run % HEADS;
        int from = run == 0 ? 5 : random.nextInt(5, ROWS);
        int to = run == 0 ? ROWS + 5 : random.nextInt(from + 1, ROWS + 6);
        int queries = run < 2 ? 1 : random.nextInt(1, 9);
        float[] w = Draw.NORMAL.rows(queries, ROWS, run);
        float[] out = new float[queries * dim];
        float[] rows = o.decode(head, from, to);
        for (int i = 0; i < w.length; i++) {
          w[i] = (float) StrictMath.exp(w[i]);
        }
        o.track.clearSums(queries, o.scratch);
        o.track.accumulate(head, from, to, queries, w, 0, ROWS, o.scratch);
        o.track.finishSums(head, queries, out, 0, o.scratch);
        for (int j = 0; j < queries; j++) {
          for (int c = 0; c < dim; c++) {
            double decoded = 0;
            double given = 0;
            for (int t = 0; t < to - from; t++) {
              decoded += (double) w[j * ROWS + t] * rows[t * dim + c];
              int at = (head * ROWS + from - 5 + t) * dim + c;
              given += (double) w[j * ROWS + t] * x[at];
            }
            arithmetic += Math.pow(out[j * dim + c] - decoded, 2);
            codes += Math.pow(given - decoded, 2);
            n++;
          }
        }
      }
      double share = rms(arithmetic, n) / rms(codes, n);
      assertTrue(share > 0 && share < most, precision + ": " + share);
    }
  }
}
