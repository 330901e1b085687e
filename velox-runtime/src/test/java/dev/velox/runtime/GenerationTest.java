package dev.velox.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.accounting.Ledger;
import dev.velox.api.BudgetException;
import dev.velox.api.CapacityException;
import dev.velox.api.ClosedException;
import dev.velox.api.ConfigException;
import dev.velox.api.Methods;
import dev.velox.cache.KvCaches;
import dev.velox.runtime.model.TestModels;
import dev.velox.runtime.reference.ExactCache;
import dev.velox.runtime.sampling.SamplingOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Texts end where they should, say what they cost, and are the ones other engines write. */
class GenerationTest {
  private static final GenerateOptions F32 = GenerateOptions.of("f32").withStopAtEnd(false);

  private static Velox open(String model) {
    return Velox.open(TestModels.files(model));
  }

  /** The text whose tokens are the fixture's prompt. */
  private static String prompt(Velox velox, String model) {
    int[] ids = TestModels.ints(TestModels.expected(model).get("prompt_ids"));
    return velox.decode(ids);
  }

  private static List<Integer> greedy16(String model) {
    JsonNode array = TestModels.expected(model).get("greedy_16");
    return Arrays.stream(TestModels.ints(array)).boxed().toList();
  }

  static Stream<Arguments> models() {
    return TestModels.names().stream()
        .flatMap(m -> Stream.of(1, 7, 64).map(chunk -> Arguments.of(m, chunk)));
  }

  @ParameterizedTest
  @MethodSource("models")
  void greedyTokensAreThoseOfOtherEngines(String model, int chunk) {
    try (Velox velox = open(model)) {
      GenerateResult r =
          velox.generate(prompt(velox, model), F32.withMaxTokens(16).withPrefillChunk(chunk));
      assertEquals(greedy16(model), r.tokenIds());
      assertEquals(48, r.promptTokens());
      assertEquals(StopReason.MAX_TOKENS, r.stopReason());
      assertEquals(32, r.bits());
      assertEquals(r.residentBytes() * r.compressionRatio(), r.f16Bytes(), 1e-6);
      assertEquals(velox.shape(0).f16Bytes(48 + 15), r.f16Bytes());
      assertEquals(model, r.model());
      assertTrue(r.tokensPerSecond() > 0 && r.promptTokensPerSecond() > 0);
    }
  }

  @Test
  void theReferenceCacheGivesTheSame() {
    try (Velox velox =
        Velox.load(
            TestModels.files(TestModels.TIED),
            (shape, spec, attention) -> new ExactCache(shape, attention, spec),
            null,
            2)) {
      GenerateResult r = velox.generate(prompt(velox, TestModels.TIED), F32.withMaxTokens(16));
      assertEquals(greedy16(TestModels.TIED), r.tokenIds());
    }
  }

  @Test
  void exactlyAsManyTokensAsAskedFor() {
    try (Velox velox = open(TestModels.TIED)) {
      for (int n : new int[] {1, 2, 5}) {
        GenerateResult r = velox.generate("The rain", F32.withMaxTokens(n));
        assertEquals(n, r.tokens());
        assertEquals(n, r.tokenIds().size());
      }
      assertEquals(0, velox.generate("The rain", F32.withMaxTokens(1)).tokensPerSecond());
    }
  }

  @Test
  void aFullContextEndsTheText() {
    try (Velox velox = open(TestModels.TIED)) {
      String prompt = prompt(velox, TestModels.TIED);
      GenerateResult r = velox.generate(prompt, F32.withContext(60).withMaxTokens(200));
      assertEquals(StopReason.CONTEXT_FULL, r.stopReason());
      assertEquals(60 - 48 + 1, r.tokens(), "the last one is chosen but needs no row");
      assertEquals(greedy16(TestModels.TIED).subList(0, 13), r.tokenIds());
      GenerateResult whole = velox.generate("The rain", F32.withMaxTokens(1000));
      assertEquals(StopReason.CONTEXT_FULL, whole.stopReason());
      assertEquals(velox.shape(0).f16Bytes(256), whole.f16Bytes());
    }
  }

  @Test
  void promptsBeyondTheContextAreRefusedWithBothNumbers() {
    try (Velox velox = open(TestModels.TIED)) {
      String prompt = prompt(velox, TestModels.TIED);
      CapacityException e =
          assertThrows(CapacityException.class, () -> velox.generate(prompt, F32.withContext(47)));
      assertEquals(48, e.asked());
      assertEquals(47, e.capacity());
      assertTrue(e.getMessage().contains("48") && e.getMessage().contains("47"));
      assertEquals(1, velox.generate(prompt, F32.withContext(48)).tokens());
      ConfigException tooLong =
          assertThrows(ConfigException.class, () -> velox.generate(prompt, F32.withContext(257)));
      assertEquals("context", tooLong.option());
    }
  }

  @Test
  void emptyPromptsBeginWithTheStartTokenOrAreRefused() {
    try (Velox velox = open(TestModels.TIED)) {
      GenerateResult r = velox.generate("", F32.withMaxTokens(3));
      assertEquals(1, r.promptTokens());
      assertEquals(3, r.tokens());
    }
    try (Velox velox = open(TestModels.SHARDED)) {
      assertEquals(1, velox.generate("", F32.withMaxTokens(3)).promptTokens());
    }
    String config =
        TestModels.text(TestModels.TIED, "config.json")
            .replace("\"bos_token_id\": 0", "\"bos_token_id\": null");
    try (Velox velox = Velox.open(TestModels.changed(TestModels.TIED, "config.json", config))) {
      ConfigException e = assertThrows(ConfigException.class, () -> velox.generate("", F32));
      assertEquals("prompt", e.option());
    }
  }

  @Test
  void theSameSeedGivesTheSameText() {
    SamplingOptions draw = new SamplingOptions(1, 0, 0.95, 1.1, 7);
    SamplingOptions other = new SamplingOptions(1, 0, 0.95, 1.1, 8);
    try (Velox velox = open(TestModels.TIED)) {
      GenerateOptions o = GenerateOptions.of("kivi:bits=4").withMaxTokens(120);
      GenerateResult a = velox.generate("The rain", o.withSampling(draw));
      assertEquals(a.tokenIds(), velox.generate("The rain", o.withSampling(draw)).tokenIds());
      assertEquals(
          a.tokenIds(),
          velox.generate("The rain", o.withSampling(draw).withPrefillChunk(1)).tokenIds());
      assertNotEquals(a.tokenIds(), velox.generate("The rain", o.withSampling(other)).tokenIds());
    }
  }

  @Test
  void endTokensEndTheTextUnlessTheyAreIgnored() {
    int end = greedy16(TestModels.TIED).get(4);
    String config =
        TestModels.text(TestModels.TIED, "config.json")
            .replace("\"eos_token_id\": 0", "\"eos_token_id\": " + end);
    try (Velox velox = Velox.open(TestModels.changed(TestModels.TIED, "config.json", config))) {
      String prompt = prompt(velox, TestModels.TIED);
      GenerateResult r = velox.generate(prompt, GenerateOptions.of("f32").withMaxTokens(16));
      assertEquals(StopReason.END_TOKEN, r.stopReason());
      int first = greedy16(TestModels.TIED).indexOf(end);
      assertEquals(greedy16(TestModels.TIED).subList(0, first + 1), r.tokenIds());
      assertEquals(velox.decode(Arrays.copyOf(ids(r), first)), r.text());
      assertEquals(16, velox.generate(prompt, F32.withMaxTokens(16)).tokens());
    }
  }

  private static int[] ids(GenerateResult r) {
    return r.tokenIds().stream().mapToInt(Integer::intValue).toArray();
  }

  @Test
  void piecesJoinToTheTextAndStopTextsStayOut() {
    try (Velox velox = open(TestModels.TIED)) {
      String prompt = prompt(velox, TestModels.TIED);
      List<String> pieces = new ArrayList<>();
      GenerateResult whole = velox.stream(prompt, F32.withMaxTokens(60), pieces::add);
      assertEquals(whole.text(), String.join("", pieces));
      assertTrue(pieces.stream().noneMatch(String::isEmpty));
      String stop = whole.text().substring(20, 23);
      pieces.clear();
      GenerateResult stopped =
          velox.stream(prompt, F32.withMaxTokens(60).withStop(List.of(stop)), pieces::add);
      assertEquals(StopReason.STOP_TEXT, stopped.stopReason());
      assertEquals(whole.text().substring(0, whole.text().indexOf(stop)), stopped.text());
      assertEquals(stopped.text(), String.join("", pieces));
      assertThrows(ConfigException.class, () -> F32.withStop(List.of("")));
    }
  }

  @Test
  void badOptionsAreRefused() {
    assertThrows(ConfigException.class, () -> F32.withMaxTokens(-1));
    assertThrows(ConfigException.class, () -> F32.withDraft(-1));
    assertThrows(ConfigException.class, () -> F32.withDraft(7));
    assertThrows(ConfigException.class, () -> F32.withPrefillChunk(0));
    assertThrows(ConfigException.class, () -> F32.withContext(-1));
    assertThrows(ConfigException.class, () -> GenerateOptions.of("f32;window=-1"));
    try (Velox velox = open(TestModels.TIED)) {
      ConfigException e =
          assertThrows(
              ConfigException.class, () -> velox.generate("a", GenerateOptions.of("tubro")));
      assertTrue(e.getMessage().contains("f32"), e.getMessage());
      assertThrows(ConfigException.class, () -> velox.generate("\ud83d", F32));
    }
  }

  @Test
  void aBudgetIsKeptAndGivenBack() {
    try (KvCaches caches = KvCaches.of(Methods.installed(), Ledger.withBudget(1 << 20));
        Velox velox = Velox.open(TestModels.files(TestModels.TIED), caches, 2)) {
      velox.generate("The rain", F32.withMaxTokens(2));
      long before = caches.ledger().report().charged().resident();
      assertThrows(
          BudgetException.class,
          () -> {
            List<Conversation> held = new ArrayList<>();
            try {
              for (int i = 0; i < 10_000; i++) {
                held.add(velox.converse(F32));
                held.getLast().generate("The rain");
              }
            } finally {
              held.forEach(Conversation::close);
            }
          });
      assertEquals(before, caches.ledger().report().charged().resident());
      assertEquals(2, velox.generate("The rain", F32.withMaxTokens(2)).tokens());
    }
  }

  @Test
  void afterClosingNothingRuns() {
    Velox velox = open(TestModels.TIED);
    Conversation conversation = velox.converse(F32);
    velox.close();
    velox.close();
    assertThrows(ClosedException.class, () -> velox.generate("a", F32));
    assertThrows(ClosedException.class, () -> conversation.generate("a"));
    conversation.close();
    conversation.close();
  }
}
