package org.example.consumer;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Rope;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Fills a compressed cache beside plain arrays, attends with both, and prints what the cache saves
 * and what it costs: {@code java -p target/app -m org.example.consumer/org.example.consumer.Main
 * [SPEC]...}.
 */
public final class Main {
  private static final int TOKENS = 8000;
  private static final int DIM = 128;
  private static final int QUERY_HEADS = 4;
  private static final double MIB = 1 << 20;

  private Main() {}

  /**
   * Runs it.
   *
   * @param args caches to try
   */
  public static void main(String[] args) {
    List<String> specs =
        args.length > 0
            ? List.of(args)
            : List.of("kvquant:bits=4", "kvquant:bits=3", "kvquant:bits=2");
    print(
        "%-16s %9s %9s %7s %12s   %s%n",
        "cache", "resident", "f16", "times", "error", "24 GiB hold");
    try (KvCaches caches = KvCaches.create()) {
      for (String spec : specs) {
        line(caches, CacheSpec.parse(spec));
      }
    }
  }

  private static void line(KvCaches caches, CacheSpec spec) {
    KvShape shape = new KvShape(1, 1, QUERY_HEADS, DIM, 8192);
    AttentionSpec attention = AttentionSpec.plain(DIM);
    SplittableRandom random = new SplittableRandom(7);
    float[] keys = rows(random, TOKENS, 3);
    float[] values = rows(random, TOKENS, 1);
    float[] queries = rows(random, QUERY_HEADS, 1);
    float[] out = new float[QUERY_HEADS * DIM];
    try (KvCache cache = caches.open(shape, spec, attention);
        Scratch scratch = cache.newScratch(Workers.single())) {
      cache.layer(0).append(keys, 0, values, 0, TOKENS);
      cache.layer(0).attend(0, QUERY_HEADS, queries, 0, out, 0, scratch);
      double resident = cache.bytes().resident() / MIB;
      double f16 = shape.f16Bytes(TOKENS) / MIB;
      print(
          "%-16s %5.2f MiB %5.2f MiB %7.2f %10.2f %%   %,d tokens of an 8B Llama%n",
          spec,
          resident,
          f16,
          f16 / resident,
          100 * error(keys, values, queries, out),
          fit(caches, spec));
    }
  }

  /** Normal numbers with a mean a channel, as keys and values have. */
  private static float[] rows(SplittableRandom random, int tokens, double offset) {
    float[] rows = new float[tokens * DIM];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) (random.nextGaussian() + offset * Math.sin(i % DIM));
    }
    return rows;
  }

  /** How far the outputs are from attention in double precision, relative to its norm. */
  private static double error(float[] keys, float[] values, float[] queries, float[] out) {
    double off = 0;
    double all = 0;
    for (int h = 0; h < QUERY_HEADS; h++) {
      double[] weights = new double[TOKENS];
      double sum = 0;
      for (int t = 0; t < TOKENS; t++) {
        double score = 0;
        for (int c = 0; c < DIM; c++) {
          score += (double) queries[h * DIM + c] * keys[t * DIM + c];
        }
        weights[t] = Math.exp(score / Math.sqrt(DIM));
        sum += weights[t];
      }
      for (int c = 0; c < DIM; c++) {
        double exact = 0;
        for (int t = 0; t < TOKENS; t++) {
          exact += weights[t] / sum * values[t * DIM + c];
        }
        off += Math.pow(out[h * DIM + c] - exact, 2);
        all += exact * exact;
      }
    }
    return Math.sqrt(off / all);
  }

  /**
   * Tokens of a model of 32 layers and 8 kv heads that fit into 24 GiB: a plan, no memory is taken.
   */
  private static int fit(KvCaches caches, CacheSpec spec) {
    AttentionSpec attention = AttentionSpec.plain(DIM).withRope(Rope.of(500_000, DIM));
    List<AttentionSpec> layers = Collections.nCopies(32, attention);
    KvShape llama = new KvShape(32, 8, 32, DIM, 1 << 21);
    int low = 0;
    int high = llama.capacity();
    while (high - low > 64) {
      int tokens = (low + high) >>> 1;
      boolean fits = caches.plan(llama, spec, layers, tokens).high().resident() <= 24L << 30;
      low = fits ? tokens : low;
      high = fits ? high : tokens;
    }
    return low;
  }

  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }
}
