package dev.velox.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scores and sums on codes against double arithmetic on the rows that {@code decode} gives. */
class AttentionOnCodesIsAttentionOnDecodedRowsTest {
  private static final int HEADS = 2;
  private static final int ROWS = 64 + 64 + 21;
  private static final int START = 3;

  static String[] specs() {
    return new String[] {
      "f32",
      "f16",
      "uniform:bits=1",
      "uniform:bits=3,group-size=7",
      "uniform:bits=4",
      "uniform:bits=4,group-size=1",
      "uniform:bits=8,group-size=500",
      "uniform:bits=2,axis=channel,group-size=1",
      "uniform:bits=5,axis=channel,group-size=16",
      "kivi:bits=1",
      "kivi:bits=2",
      "kivi:bits=3,group-size=64",
      "kivi:bits=4,group-size=8"
    };
  }

  private static final int[] DIMS = {1, 2, 31, 33, 64, 80, 128, 272};

  @ParameterizedTest
  @MethodSource("specs")
  void scores(String spec) {
    SplittableRandom random = new SplittableRandom(1);
    for (int dim : DIMS) {
      float[] rows = Data.CHANNELS.rows(HEADS * ROWS, dim, dim);
      Opened o = new Opened(spec, Role.KEYS, HEADS, dim).append(START, rows);
      for (int queries = 1; queries <= KvTrack.MAX_QUERIES; queries++) {
        int head = random.nextInt(HEADS);
        int from = START + random.nextInt(ROWS);
        int to = from + random.nextInt(START + ROWS - from + 1);
        int count = to - from;
        float[] q = Data.GAUSSIAN.rows(queries + 1, dim, queries);
        float[] scores = scores(o, head, from, to, queries, q, dim);
        float[] decoded = o.decode(head, from, to);
        for (int j = 0; j < queries; j++) {
          for (int t = 0; t < count; t++) {
            double sum = 0;
            double size = 0;
            for (int c = 0; c < dim; c++) {
              double term = (double) q[dim + j * dim + c] * decoded[t * dim + c];
              sum += term;
              size += Math.abs(term) + Math.abs(q[dim + j * dim + c]) * 200.0;
            }
            assertEquals(sum, scores[1 + j * (count + 2) + t], 1e-6 * size + 1e-5 * Math.abs(sum));
          }
          float[] alone = scores(o, head, from, to, 1, q, dim + j * dim);
          int at = 1 + j * (count + 2);
          assertArrayEquals(
              Arrays.copyOfRange(alone, 1, 1 + count), Arrays.copyOfRange(scores, at, at + count));
        }
      }
    }
  }

  private static float[] scores(
      Opened o, int head, int from, int to, int queries, float[] q, int qOffset) {
    int stride = to - from + 2;
    float[] scores = new float[1 + queries * stride];
    Arrays.fill(scores, 77);
    Arrays.fill(o.scratch.floats, Float.NaN);
    o.track.prepareQueries(head, queries, q, qOffset, o.scratch);
    o.track.score(head, from, to, queries, scores, 1, stride, o.scratch);
    assertEquals(77, scores[0]);
    for (int j = 0; j < queries; j++) {
      assertEquals(77, scores[1 + j * stride + stride - 2]);
    }
    return scores;
  }

  @ParameterizedTest
  @MethodSource("specs")
  void sums(String spec) {
    SplittableRandom random = new SplittableRandom(2);
    for (int dim : DIMS) {
      float[] rows = Data.CHANNELS.rows(HEADS * ROWS, dim, dim);
      Opened o = new Opened(spec, Role.VALUES, HEADS, dim).append(START, rows);
      for (int queries = 1; queries <= KvTrack.MAX_QUERIES; queries++) {
        int head = random.nextInt(HEADS);
        int from = START + random.nextInt(ROWS);
        int to = from + random.nextInt(START + ROWS - from + 1);
        int count = to - from;
        float[] weights = Data.UNIFORM.rows(queries, count + 1, queries);
        for (int i = 0; i < weights.length; i++) {
          weights[i] = i % 5 == 0 ? 0 : Math.abs(weights[i]);
        }
        float[] out = sums(o, head, from, to, queries, weights, 0);
        float[] decoded = o.decode(head, from, to);
        for (int j = 0; j < queries; j++) {
          for (int c = 0; c < dim; c++) {
            double sum = 0;
            double size = 0;
            for (int t = 0; t < count; t++) {
              double weight = weights[j * (count + 1) + t];
              sum += weight * decoded[t * dim + c];
              size += weight * 200;
            }
            assertEquals(
                0.5 + sum, out[1 + j * dim + c], 1e-6 * size + 1e-5 * Math.abs(sum) + 1e-6);
          }
          float[] alone = sums(o, head, from, to, 1, weights, j * (count + 1));
          int at = 1 + j * dim;
          assertArrayEquals(
              Arrays.copyOfRange(alone, 1, 1 + dim), Arrays.copyOfRange(out, at, at + dim));
        }
      }
    }
  }

  private static float[] sums(
      Opened o, int head, int from, int to, int queries, float[] weights, int offset) {
    float[] out = new float[1 + queries * o.dim];
    Arrays.fill(out, 0.5f);
    Arrays.fill(o.scratch.floats, Float.NaN);
    o.track.clearSums(queries, o.scratch);
    int half = from + (to - from) / 2;
    int stride = to - from + 1;
    o.track.accumulate(head, from, half, queries, weights, offset, stride, o.scratch);
    int rest = offset + half - from;
    o.track.accumulate(head, half, to, queries, weights, rest, stride, o.scratch);
    o.track.finishSums(head, queries, out, 1, o.scratch);
    assertEquals(0.5f, out[0]);
    return out;
  }
}
