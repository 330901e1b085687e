package dev.velox.turbo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.Role;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scores and sums are those of the decoded rows, for every option, and bytes are as planned. */
class TracksReadTheirOwnCodesTest {
  private static final int ROWS = 64 * 3 - 17;

  private record Trial(String spec, int dim) {}

  static Stream<Trial> trials() {
    Stream<String> widths =
        Stream.iterate(1, b -> b <= 8, b -> b + 1)
            .flatMap(b -> Stream.of("turbo:bits=" + b, "turbo-ip:bits=" + b));
    Stream<String> options =
        Stream.of(
            "turbo:rotation=qr",
            "turbo:scale=norm,codebook=gaussian",
            "turbo:scale=unbiased,seed=-7",
            "turbo:channel-scale=true",
            "turbo:outlier-channels=8,outlier-bits=5,bits=2",
            "turbo:outlier-channels=16,channel-scale=true,rotation=qr",
            "turbo-ip:rotation=qr,bits=4");
    return Stream.concat(
        Stream.concat(widths, options).map(spec -> new Trial(spec, 64)),
        Stream.of(
            new Trial("turbo", 2),
            new Trial("turbo:bits=2", 7),
            new Trial("turbo:bits=4", 7),
            new Trial("turbo:bits=5", 20),
            new Trial("turbo", 24),
            new Trial("turbo:bits=2", 80),
            new Trial("turbo:outlier-channels=32", 128),
            new Trial("turbo:outlier-channels=3", 10),
            new Trial("turbo-ip", 80),
            new Trial("turbo:bits=4", 576)));
  }

  @ParameterizedTest
  @MethodSource("trials")
  void scoresAndSumsAreThoseOfDecodedRows(Trial trial) {
    int dim = trial.dim();
    float[] rows = Vectors.gaussian(2 * ROWS, dim, 5);
    for (int i = 0; i < rows.length; i++) {
      rows[i] *= 1 + i % dim % 5;
    }
    float[] queries = Vectors.gaussian(8, dim, 6);
    float[] weights = new float[8 * ROWS];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = i * 37 % 101 / 101f;
    }
    for (Role role : Role.values()) {
      try (Tracks t = Tracks.of(trial.spec(), role, 2, dim)) {
        t.append(rows);
        for (int head = 0; head < 2; head++) {
          float[] back = t.decoded(head);
          check(t, role, head, back, queries, weights, dim);
          assertArrayEquals(back, reopened(t, head, dim), 0f, "after its state");
        }
        ByteReport planned = t.method.plan(t.context, ROWS).high();
        assertEquals(planned, t.memory().bytes());
      }
    }
  }

  private static void check(
      Tracks t, Role role, int head, float[] back, float[] queries, float[] weights, int dim) {
    if (role == Role.KEYS) {
      float[] scores = t.scores(head, queries);
      for (int j = 0; j < 8; j++) {
        for (int r = 0; r < ROWS; r++) {
          double expected = Vectors.dot(queries, j * dim, back, r * dim, dim);
          double size =
              Vectors.norm(queries, j * dim, dim) * Vectors.norm(back, r * dim, dim) + 1e-6;
          assertEquals(expected, scores[j * ROWS + r], 1e-5 * size, "query " + j + ", row " + r);
        }
      }
      return;
    }
    float[] sums = t.sums(head, 8, weights);
    for (int j = 0; j < 8; j++) {
      double[] expected = new double[dim];
      double size = 0;
      for (int r = 0; r < ROWS; r++) {
        double w = weights[j * ROWS + r];
        size += w * Vectors.norm(back, r * dim, dim);
        for (int c = 0; c < dim; c++) {
          expected[c] += w * back[r * dim + c];
        }
      }
      for (int c = 0; c < dim; c++) {
        assertEquals(expected[c], sums[j * dim + c], 1e-5 * size, "query " + j + ", " + c);
      }
    }
  }

  private static float[] reopened(Tracks t, int head, int dim) {
    float[] rows = new float[ROWS * dim];
    t.reopened().decode(head, 0, ROWS, rows, 0, t.scratch());
    return rows;
  }

  @ParameterizedTest
  @MethodSource("trials")
  void codesDoNotDependOnTheCutOfAppends(Trial trial) {
    int dim = trial.dim();
    float[] rows = Vectors.gaussian(256, dim, 8);
    try (Tracks once = Tracks.of(trial.spec(), Role.VALUES, dim);
        Tracks often = Tracks.of(trial.spec(), Role.VALUES, dim)) {
      once.append(Arrays.copyOf(rows, 128 * dim));
      once.append(Arrays.copyOfRange(rows, 128 * dim, 256 * dim));
      often.append(Arrays.copyOf(rows, 128 * dim));
      often.append(Arrays.copyOfRange(rows, 128 * dim, 192 * dim));
      often.append(Arrays.copyOfRange(rows, 192 * dim, 256 * dim));
      assertArrayEquals(once.decoded(), often.decoded(), 0f);
    }
  }

  @ParameterizedTest
  @MethodSource("trials")
  void aVectorTakesItsBitsAndItsScales(Trial trial) {
    int dim = trial.dim();
    if (dim % 8 != 0 || trial.spec().contains("outlier")) {
      return;
    }
    for (Role role : Role.values()) {
      try (Tracks t = Tracks.of(trial.spec(), role, dim)) {
        t.append(new float[64 * dim]);
        ByteReport bytes = t.memory().bytes();
        ByteRole codes = role == Role.KEYS ? ByteRole.KEY_CODES : ByteRole.VALUE_CODES;
        int bits = t.context.config().get(TurboOptions.BITS);
        assertEquals(64L * dim * bits / 8, bytes.of(codes));
        int scales = t.method.id().equals("turbo") || bits == 1 ? 2 : 4;
        assertEquals(64L * scales, bytes.of(ByteRole.PARAMETERS));
      }
    }
  }
}
