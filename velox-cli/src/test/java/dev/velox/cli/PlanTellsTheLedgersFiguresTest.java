package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.cache.KvCaches;
import dev.velox.runtime.Velox;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code plan} says what a cache is charged, and as many tokens as it says fit. */
class PlanTellsTheLedgersFiguresTest {

  @ParameterizedTest
  @ValueSource(strings = {"f16", "f32", "uniform:bits=3", "kivi:bits=4", "kivi:bits=2;window=64"})
  void planned_bytes_are_those_of_a_filled_cache(String spec) {
    int tokens = 777;
    JsonNode plan =
        Ran.velox(
                "plan",
                "--layers",
                "2",
                "--kv-heads",
                "2",
                "--query-heads",
                "4",
                "--head-dim",
                "64",
                "--tokens",
                "777",
                "--cache",
                spec,
                "--json")
            .json()
            .get("caches")
            .get(0);
    KnownShape own = KnownShape.own(2, 2, 4, 64);
    KvShape shape = own.shape(tokens);
    try (KvCaches caches = KvCaches.create();
        KvCache cache = caches.open(shape, CacheSpec.parse(spec), own.attention())) {
      float[] rows = new float[tokens * shape.rowFloats()];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = (float) Math.sin(i * 0.37);
      }
      for (int layer = 0; layer < 2; layer++) {
        cache.layer(layer).append(rows, 0, rows, 0, tokens);
      }
      assertEquals(cache.bytes().resident(), plan.get("bytes").longValue());
      assertEquals(cache.effective().toString(), plan.get("effective").stringValue());
    }
  }

  @Test
  void oneTokenMoreThanItSaysDoesNotFit() {
    String[] cache = {"--cache", "kivi:bits=2", "--json"};
    JsonNode fit = plan("--memory", "100MiB", cache);
    int tokens = fit.get("tokens").intValue();
    assertTrue(fit.get("bytes").longValue() <= 100 << 20, fit.toString());
    JsonNode more = plan("--tokens", Integer.toString(tokens + 1), cache);
    assertTrue(more.get("bytes").longValue() > 100 << 20, more.toString());
  }

  private static JsonNode plan(String option, String value, String... more) {
    String[] args = new String[5 + more.length];
    System.arraycopy(
        new String[] {"plan", "--shape", "llama-3.2-1b", option, value}, 0, args, 0, 5);
    System.arraycopy(more, 0, args, 5, more.length);
    return Ran.velox(args).json().get("caches").get(0);
  }

  @Test
  void everyInstalledMethodIsPlannedAtTheContextOfTheModelByDefault() {
    JsonNode caches = Ran.velox("plan", "--shape", "llama-3.1-8b", "--json").json().get("caches");
    JsonNode methods = Ran.velox("methods", "--json").json().get("methods");
    assertEquals(methods.size(), caches.size());
    for (int i = 0; i < methods.size(); i++) {
      assertEquals(methods.get(i).get("id"), caches.get(i).get("cache"));
      assertEquals(131_072, caches.get(i).get("tokens").intValue());
      assertEquals(17_179_869_184L, caches.get(i).get("f16Bytes").longValue());
    }
  }

  @Test
  void slidingLayersHoldTheirWindowOnly() {
    KnownShape gemma = KnownShape.named("gemma-3-12b");
    long full = gemma.shape(1).f16Bytes(131_072);
    long seen = gemma.f16Bytes(131_072);
    assertEquals(full / 48 * 8 + full / 48 * 40 / 128, seen);
  }

  @Test
  void theBuiltInModelIsAmongTheKnownShapes() {
    try (Velox model = Velox.open(ModelOption.builtIn())) {
      assertEquals(model.shape(0), KnownShape.named("velox-tiny").shape(1024));
    }
  }

  @Test
  void everyKnownShapeCanBePlanned() {
    for (String name : KnownShape.names()) {
      Ran.velox("plan", "--shape", name, "--cache", "f16", "--cache", "kivi:bits=2").done();
    }
  }
}
