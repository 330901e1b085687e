package dev.velox.runtime.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.CapacityException;
import dev.velox.api.FormatException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.kernels.Kernels;
import dev.velox.runtime.WorkerPool;
import dev.velox.runtime.reference.ExactCache;
import dev.velox.runtime.weights.ModelFiles;
import dev.velox.runtime.weights.SafetensorsBytes;
import dev.velox.runtime.weights.WeightSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * The forward pass gives the logits and greedy tokens that three other engines agree on, whatever
 * the chunk.
 */
class LogitsMatchOtherEnginesTest {
  private static final double TOLERANCE = 1e-5;
  private static final CacheSpec SPEC = CacheSpec.parse("f32");

  static Stream<Arguments> models() {
    return TestModels.names().stream()
        .flatMap(m -> Stream.of(1, 7, 48).map(chunk -> Arguments.of(m, chunk)));
  }

  private static LlamaWeights load(String model, WeightSource source) {
    return LlamaWeights.load(LlamaConfigReader.read(TestModels.files(model)), source);
  }

  private static int argmax(float[] logits, int offset, int n) {
    int best = 0;
    for (int i = 1; i < n; i++) {
      if (logits[offset + i] > logits[offset + best]) {
        best = i;
      }
    }
    return best;
  }

  @ParameterizedTest
  @MethodSource("models")
  void promptAndContinuation(String model, int chunk) {
    JsonNode expected = TestModels.expected(model);
    int[] prompt = TestModels.ints(expected.get("prompt_ids"));
    double range = expected.get("logit_range").asDouble();
    double tolerance = TOLERANCE * range;
    try (WeightSource source = WeightSource.open(TestModels.files(model));
        WorkerPool workers = new WorkerPool(2)) {
      LlamaWeights weights = load(model, source);
      int vocabulary = weights.config().vocabulary();
      AttentionSpec attention = weights.config().attention();
      KvCache cache = new ExactCache(weights.config().shape(64), attention, SPEC);
      Scratch scratch = cache.newScratch(workers);
      ForwardPass forward = new ForwardPass(weights, workers, Kernels.active(), chunk);
      float[] logits = new float[chunk * vocabulary];
      int[] argmax = new int[prompt.length];
      int last = 0;
      for (int at = 0; at < prompt.length; at += chunk) {
        int n = Math.min(chunk, prompt.length - at);
        forward.run(cache, scratch, prompt, at, n);
        forward.logits(0, n, logits, 0);
        for (int t = 0; t < n; t++) {
          last = t * vocabulary;
          argmax[at + t] = argmax(logits, last, vocabulary);
          double[] first8 = TestModels.doubles(expected.get("logits_row_first8").get(at + t));
          for (int i = 0; i < first8.length; i++) {
            assertEquals(first8[i], logits[last + i], tolerance, "row " + (at + t));
          }
        }
      }
      double[] want = TestModels.doubles(expected.get("logits_last"));
      assertEquals(vocabulary, want.length);
      for (int i = 0; i < vocabulary; i++) {
        assertEquals(want[i], logits[last + i], tolerance, "token " + i);
      }
      assertArrayEquals(TestModels.ints(expected.get("argmax_per_position")), argmax);
      int[] greedy = new int[16];
      for (int i = 0; i < 16; i++) {
        greedy[i] = argmax(logits, last, vocabulary);
        forward.run(cache, scratch, greedy, i, 1);
        forward.logits(0, 1, logits, 0);
        last = 0;
      }
      assertArrayEquals(TestModels.ints(expected.get("greedy_16")), greedy);
      double[] end = TestModels.doubles(expected.get("greedy_last_logits_first8"));
      for (int i = 0; i < end.length; i++) {
        assertEquals(end[i], logits[i], tolerance);
      }
    }
  }

  /**
   * Wrong rotation, norm or head mapping would pass unseen if the tolerance were too wide; it is
   * not.
   */
  @Test
  void theToleranceSeesTheNormEpsilon() {
    JsonNode expected = TestModels.expected(TestModels.TIED);
    int[] prompt = TestModels.ints(expected.get("prompt_ids"));
    var files = TestModels.files(TestModels.TIED);
    try (WeightSource source = WeightSource.open(files)) {
      LlamaConfig c = LlamaConfigReader.read(files);
      LlamaConfig wrong =
          new LlamaConfig(
              c.layers(),
              c.hidden(),
              c.intermediate(),
              c.queryHeads(),
              c.kvHeads(),
              c.headDim(),
              c.vocabulary(),
              c.context(),
              10 * c.normEpsilon(),
              c.rotation(),
              c.tied(),
              c.startToken(),
              c.endTokens());
      LlamaWeights weights = LlamaWeights.load(wrong, source);
      KvCache cache = new ExactCache(wrong.shape(48), wrong.attention(), SPEC);
      ForwardPass forward =
          new ForwardPass(weights, Workers.single(), Kernels.active(), prompt.length);
      forward.run(cache, cache.newScratch(Workers.single()), prompt, 0, prompt.length);
      float[] logits = new float[c.vocabulary()];
      forward.logits(prompt.length - 1, 1, logits, 0);
      double[] want = TestModels.doubles(expected.get("logits_last"));
      double worst = 0;
      for (int i = 0; i < want.length; i++) {
        worst = Math.max(worst, Math.abs(want[i] - logits[i]));
      }
      assertTrue(worst > TOLERANCE * expected.get("logit_range").asDouble(), "worst " + worst);
    }
  }

  /** W4, W6: query head h reads kv head h / group; keys reach the cache rotated. */
  @Test
  void keysAreRotatedBeforeTheyReachTheCache() {
    try (WeightSource source = WeightSource.open(TestModels.files(TestModels.TIED))) {
      LlamaWeights weights = load(TestModels.TIED, source);
      KvShape shape = weights.config().shape(8);
      ExactCache cache = new ExactCache(shape, weights.config().attention(), SPEC);
      ForwardPass forward = new ForwardPass(weights, Workers.single(), Kernels.active(), 3);
      forward.run(cache, cache.newScratch(Workers.single()), new int[] {65, 65, 65}, 0, 3);
      double half = shape.headDim() / 2.0;
      for (int p = 0; p < half; p++) {
        int second = p + (int) half;
        double angle = weights.config().rotation().rope().inverseFrequency(p);
        double x = cache.key(0, 0, p);
        double y = cache.key(0, 0, second);
        for (int t = 1; t < 3; t++) {
          double cos = Math.cos(t * angle);
          double sin = Math.sin(t * angle);
          assertEquals(x * cos - y * sin, cache.key(0, t, p), 1e-5);
          assertEquals(y * cos + x * sin, cache.key(0, t, second), 1e-5);
        }
      }
    }
  }

  @Test
  void aRefusedChunkLeavesEveryLayerAsItWas() {
    try (WeightSource source = WeightSource.open(TestModels.files(TestModels.TIED))) {
      LlamaWeights weights = load(TestModels.TIED, source);
      KvCache cache = new ExactCache(weights.config().shape(4), weights.config().attention(), SPEC);
      Scratch scratch = cache.newScratch(Workers.single());
      ForwardPass forward = new ForwardPass(weights, Workers.single(), Kernels.active(), 8);
      int[] ids = {1, 2, 3, 4, 5, 6};
      forward.run(cache, scratch, ids, 0, 3);
      assertThrows(CapacityException.class, () -> forward.run(cache, scratch, ids, 3, 2));
      assertEquals(3, cache.layer(0).length());
      assertEquals(3, cache.layer(1).length());
      forward.run(cache, scratch, ids, 3, 1);
      assertEquals(4, cache.length());
    }
  }

  @Test
  void missingMisshapenAndUnknownTensorsAreNamed() {
    var files = TestModels.files(TestModels.TIED);
    LlamaConfig c = LlamaConfigReader.read(files);
    ModelFiles none =
        SafetensorsBytes.model(Map.of("model.safetensors", SafetensorsBytes.of("{}", new byte[0])));
    try (WeightSource whole = WeightSource.open(files);
        WeightSource empty = WeightSource.open(none)) {
      LlamaConfig deeper =
          new LlamaConfig(
              3,
              c.hidden(),
              c.intermediate(),
              c.queryHeads(),
              c.kvHeads(),
              c.headDim(),
              c.vocabulary(),
              c.context(),
              c.normEpsilon(),
              c.rotation(),
              c.tied(),
              c.startToken(),
              c.endTokens());
      FormatException missing =
          assertThrows(FormatException.class, () -> LlamaWeights.load(deeper, whole));
      assertTrue(missing.field().startsWith("tensor model.layers.2."), missing.getMessage());
      LlamaConfig shallower =
          new LlamaConfig(
              1,
              c.hidden(),
              c.intermediate(),
              c.queryHeads(),
              c.kvHeads(),
              c.headDim(),
              c.vocabulary(),
              c.context(),
              c.normEpsilon(),
              c.rotation(),
              c.tied(),
              c.startToken(),
              c.endTokens());
      FormatException unknown =
          assertThrows(FormatException.class, () -> LlamaWeights.load(shallower, whole));
      assertEquals("present", unknown.found());
      LlamaConfig wider =
          new LlamaConfig(
              2,
              c.hidden(),
              2 * c.intermediate(),
              c.queryHeads(),
              c.kvHeads(),
              c.headDim(),
              c.vocabulary(),
              c.context(),
              c.normEpsilon(),
              c.rotation(),
              c.tied(),
              c.startToken(),
              c.endTokens());
      FormatException shape =
          assertThrows(FormatException.class, () -> LlamaWeights.load(wider, whole));
      assertEquals("[96, 64]", shape.found());
      assertThrows(FormatException.class, () -> LlamaWeights.load(c, empty));
      assertEquals(List.of(), List.copyOf(empty.names()));
    }
  }
}
