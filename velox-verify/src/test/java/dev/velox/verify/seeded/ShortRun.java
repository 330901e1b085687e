package dev.velox.verify.seeded;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.Methods;
import dev.velox.api.Role;
import dev.velox.api.Rope;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** All that a cache shows while it holds fewer than eight tokens, as one number. */
final class ShortRun {
  private static final KvShape SHAPE = new KvShape(2, 2, 4, 32, 7);
  private static final List<String> SETTINGS = List.of("", ";sinks=2;window=0", ";window=3");

  private final SplittableRandom random = new SplittableRandom(1);
  private final float[] rows = new float[8 * SHAPE.rowFloats()];
  private final float[] q = new float[8 * SHAPE.queryHeads() * SHAPE.headDim()];
  private long hash;

  private ShortRun() {
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) random.nextGaussian() * (i % 9 == 0 ? 1e5f : 1);
    }
    for (int i = 0; i < q.length; i++) {
      q[i] = (float) random.nextGaussian();
    }
  }

  static String digest(Methods methods, String... specs) {
    ShortRun run = new ShortRun();
    for (String spec : specs) {
      for (String settings : SETTINGS) {
        run.all(methods, spec + settings);
      }
    }
    return Long.toHexString(run.hash);
  }

  private void all(Methods methods, String spec) {
    AttentionSpec attention =
        AttentionSpec.plain(SHAPE.headDim()).withRope(Rope.of(10_000, SHAPE.headDim()));
    try (KvCaches caches = KvCaches.of(methods, Ledger.withBudget(10_000_000));
        KvCache cache = caches.open(SHAPE, CacheSpec.parse(spec), attention)) {
      look(cache);
      append(cache, 3);
      look(cache);
      note(() -> append(cache, 5));
      rows[40] = Float.NaN;
      note(() -> append(cache, 2));
      rows[40] = 1;
      note(() -> cache.trim(-1));
      note(() -> cache.trim(4));
      cache.trim(2);
      look(cache);
      extend(cache, 4);
      look(cache);
      try (KvCache fork = cache.fork()) {
        append(fork, 1);
        cache.trim(1);
        look(fork);
        look(cache);
        KvCache restored = restored(caches, fork);
        look(restored);
        restored.close();
      }
      note(() -> caches.audit(cache).exact());
      cache.trim(0);
      append(cache, 7);
      look(cache);
    } catch (RuntimeException | IOException e) {
      add(String.valueOf(e.getMessage()).hashCode());
    }
  }

  private static KvCache restored(KvCaches caches, KvCache cache) throws IOException {
    Path file = Files.createTempFile("short", ".vlx");
    try {
      cache.snapshot(file);
      return caches.restore(file);
    } finally {
      Files.delete(file);
    }
  }

  private void append(KvCache cache, int tokens) {
    for (int l = 0; l < SHAPE.layers(); l++) {
      cache.layer(l).append(rows, l, rows, 7, tokens);
    }
  }

  private void extend(KvCache cache, int tokens) {
    try (Scratch scratch = cache.newScratch(Workers.single())) {
      float[] out = new float[q.length];
      for (int l = 0; l < SHAPE.layers(); l++) {
        cache.layer(l).extend(rows, 9, rows, l, q, 0, tokens, out, 0, scratch);
        add(Arrays.hashCode(out));
      }
    }
  }

  private void look(KvCache cache) {
    float[] out = new float[q.length];
    try (Scratch scratch = cache.newScratch(Workers.single())) {
      for (int l = 0; l < SHAPE.layers(); l++) {
        LayerCache layer = cache.layer(l);
        layer.attend(0, SHAPE.queryHeads(), q, 0, out, 0, scratch);
        add(Arrays.hashCode(out));
        add(layer.frontier());
        for (Role role : Role.values()) {
          for (int h = 0; h < SHAPE.kvHeads(); h++) {
            layer.materialize(role, h, 0, layer.length(), out, 0);
            add(Arrays.hashCode(out));
          }
        }
      }
    }
    add(cache.length());
    add(cache.rowsUntilSeal());
    add(cache.bytes().hashCode());
    add(cache.figures().hashCode());
    add(cache.effective().toString().hashCode());
  }

  private void note(Runnable call) {
    try {
      call.run();
      add(1);
    } catch (RuntimeException e) {
      add(String.valueOf(e.getMessage()).hashCode());
    }
  }

  private void add(long number) {
    hash = hash * 31 + number;
  }
}
