package dev.velox.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Rope;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An exact cache attends as plain attention over the original rows does: token by token and in
 * chunks of any size.
 */
class AttendIsAttentionTest {

  @ParameterizedTest
  @CsvSource({
    "f32, 1, 1, 8, 0, 0",
    "f32;sinks=3;window=5, 2, 4, 16, 0, 0",
    "f32;center=on;sinks=4, 2, 2, 32, 0, 0",
    "f32;window=70, 1, 8, 8, 5, 0",
    "f32;center=on, 1, 9, 8, 0, 100",
    "f32;center=on;sinks=70;window=130, 3, 3, 10, 2, 40",
    "keys=f32;values=f32;sinks=1, 2, 6, 33, 0, 250",
  })
  void inChunksAndTokenByToken(
      String spec, int kvHeads, int queryHeads, int dim, float cap, int sliding) {
    int tokens = 500;
    KvShape shape = new KvShape(1, kvHeads, queryHeads, dim, tokens);
    Rope rope = Rope.of(1e4, dim / 2 * 2);
    AttentionSpec attention = new AttentionSpec(0.3f, cap, sliding, Optional.of(rope));
    Rows rows = new Rows(shape, tokens, rope, 2, 5);
    float[] expected = new float[tokens * rows.queryRow()];
    for (int t = 0; t < tokens; t++) {
      for (int h = 0; h < queryHeads; h++) {
        double[] out = rows.attend(attention, t, t + 1, h, rows.keys, rows.values);
        for (int c = 0; c < dim; c++) {
          expected[t * rows.queryRow() + h * dim + c] = (float) out[c];
        }
      }
    }
    try (KvCaches caches = KvCaches.create()) {
      for (int chunk : new int[] {1, 2, 7, 64, 131, tokens}) {
        try (KvCache cache = caches.open(shape, CacheSpec.parse(spec), attention);
            Scratch scratch = cache.newScratch(Workers.single())) {
          float[] found = new float[expected.length];
          for (int t = 0; t < tokens; t += chunk) {
            int n = Math.min(chunk, tokens - t);
            if (n == 1) {
              rows.append(cache, t, t + 1);
              int at = t * rows.queryRow();
              cache.layer(0).attend(0, queryHeads, rows.queries, at, found, at, scratch);
            } else {
              cache
                  .layer(0)
                  .extend(
                      rows.keys,
                      t * rows.row(),
                      rows.values,
                      t * rows.row(),
                      rows.queries,
                      t * rows.queryRow(),
                      n,
                      found,
                      t * rows.queryRow(),
                      scratch);
            }
          }
          for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], found[i], 5e-5, "chunk " + chunk + " element " + i);
          }
        }
      }
    }
  }
}
