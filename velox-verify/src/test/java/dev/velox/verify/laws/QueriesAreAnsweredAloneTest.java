package dev.velox.verify.laws;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In precision exact a query gets the same bits whether it is asked alone or among eight: text does
 * not depend on how many tokens of a prompt run together.
 */
class QueriesAreAnsweredAloneTest {
  private static final int TOKENS = 500;
  private static final int DIM = 64;
  private static final int QUERIES = 8;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "turbo:bits=4",
        "turbo:bits=3",
        "turbo:bits=2",
        "turbo:bits=5",
        "turbo-ip:bits=3",
        "kvquant:bits=4",
        "kvquant:bits=2,values=token",
        "skvq:bits=3,metadata=f8",
        "kivi:bits=4",
        "uniform:bits=8"
      })
  void withTheSameBits(String method) {
    SplittableRandom random = new SplittableRandom(7);
    float[] keys = rows(random, TOKENS);
    float[] values = rows(random, TOKENS);
    float[] queries = rows(random, QUERIES);
    float[] together = answers(method, QUERIES, keys, values, queries);
    for (int j = 0; j < QUERIES; j++) {
      float[] query = Arrays.copyOfRange(queries, j * DIM, (j + 1) * DIM);
      assertArrayEquals(
          answers(method, 1, keys, values, query),
          Arrays.copyOfRange(together, j * DIM, (j + 1) * DIM),
          "query " + j);
    }
  }

  private static float[] answers(
      String method, int count, float[] keys, float[] values, float[] queries) {
    KvShape shape = new KvShape(1, 1, count, DIM, TOKENS);
    AttentionSpec attention = new AttentionSpec(.125f, 0, 0, Optional.empty());
    CacheSpec spec = CacheSpec.parse(method + ";sinks=0;window=0;center=off;precision=exact");
    float[] out = new float[queries.length];
    try (KvCaches caches = KvCaches.create();
        KvCache cache = caches.open(shape, spec, attention);
        Scratch scratch = cache.newScratch(Workers.single())) {
      cache.layer(0).append(keys, 0, values, 0, TOKENS);
      cache.layer(0).attend(0, count, queries, 0, out, 0, scratch);
    }
    return out;
  }

  private static float[] rows(SplittableRandom random, int count) {
    float[] rows = new float[count * DIM];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) random.nextGaussian();
    }
    return rows;
  }
}
