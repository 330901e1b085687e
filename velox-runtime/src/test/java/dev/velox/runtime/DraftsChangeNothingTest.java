package dev.velox.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.ConfigException;
import dev.velox.api.KvCache;
import dev.velox.runtime.model.TestModels;
import dev.velox.runtime.reference.ExactCache;
import dev.velox.runtime.sampling.SamplingOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drafted tokens save passes and change no token; what cannot take rows back is refused first. */
class DraftsChangeNothingTest {
  private static final String TEXT = "The rain came. The rain went. The rain came. The";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "f32|1|128",
        "f16;window=3|1.3|128",
        "uniform:bits=2;window=0;precision=exact|1|1",
        "kivi:bits=2;window=5|1|4"
      })
  void theTokensAreThoseOfPlainDecoding(String cache, double penalty, int chunk) {
    try (Velox velox = Velox.open(TestModels.files(TestModels.TIED))) {
      GenerateOptions plain =
          GenerateOptions.of(cache)
              .withStopAtEnd(false)
              .withMaxTokens(180)
              .withPrefillChunk(chunk)
              .withSampling(new SamplingOptions(0, 0, 1, penalty, 0));
      GenerateResult expected = velox.generate(TEXT, plain);
      assertEquals(new Drafts(179, 0, 0), expected.drafts());
      for (int draft : new int[] {1, 3, 6}) {
        GenerateResult r = velox.generate(TEXT, plain.withDraft(draft));
        assertEquals(expected.tokenIds(), r.tokenIds(), "draft " + draft);
        assertEquals(expected.residentBytes(), r.residentBytes());
        assertTrue(r.drafts().passes() + r.drafts().accepted() >= 179);
        assertEquals(r.drafts().drafted(), r.drafts().accepted() + r.drafts().rejected());
      }
    }
  }

  @Test
  void theConversationIsLeftAsPlainDecodingLeavesIt() {
    try (Velox velox = Velox.open(TestModels.files(TestModels.TIED))) {
      GenerateOptions plain = GenerateOptions.of("kivi:bits=4").withStopAtEnd(false);
      for (int n = 1; n < 40; n += 3) {
        try (Conversation a = velox.converse(plain);
            Conversation b = velox.converse(plain)) {
          a.generate(TEXT, plain.withMaxTokens(n));
          b.generate(TEXT, plain.withMaxTokens(n).withDraft(6));
          assertEquals(a.tokens(), b.tokens());
          assertEquals(a.cache().length(), b.cache().length());
          assertEquals(a.cache().bytes(), b.cache().bytes());
          assertEquals(
              a.generate(TEXT, plain.withMaxTokens(20)).tokenIds(),
              b.generate(TEXT, plain.withMaxTokens(20).withDraft(4)).tokenIds());
        }
      }
      GenerateResult full = velox.generate(TEXT, plain.withContext(60).withDraft(6));
      assertEquals(StopReason.CONTEXT_FULL, full.stopReason());
      assertEquals(velox.generate(TEXT, plain.withContext(60)).tokenIds(), full.tokenIds());
    }
  }

  @Test
  void aCacheThatCannotTakeRowsBackIsRefusedBeforeAnythingIsWritten() {
    CacheOpener opener = (shape, spec, attention) -> rigid(new ExactCache(shape, attention, spec));
    try (Velox velox = Velox.load(TestModels.files(TestModels.TIED), opener, null, 1)) {
      GenerateOptions o = GenerateOptions.of("f32").withMaxTokens(9);
      assertEquals(9, velox.generate(TEXT, o).tokens());
      ConfigException e =
          assertThrows(
              ConfigException.class,
              () ->
                  velox.stream(
                      TEXT,
                      o.withDraft(2),
                      piece -> {
                        throw new AssertionError("wrote " + piece);
                      }));
      assertEquals("draft", e.option());
    }
  }

  /** A cache that says it cannot trim. */
  private static KvCache rigid(KvCache cache) {
    return (KvCache)
        Proxy.newProxyInstance(
            KvCache.class.getClassLoader(),
            new Class<?>[] {KvCache.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("canTrim")) {
                return false;
              }
              try {
                return method.invoke(cache, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void drawnTokensCannotBeDrafted() {
    GenerateOptions o = GenerateOptions.of("f32").withDraft(3);
    ConfigException e =
        assertThrows(
            ConfigException.class, () -> o.withSampling(new SamplingOptions(1, 0, 1, 1, 0)));
    assertTrue(e.getMessage().contains("temperature"), e.getMessage());
    assertEquals(3, o.withSampling(new SamplingOptions(1, 1, 1, 1, 0)).draft());
  }

  @Test
  void theLongestAndNewestMatchIsDrafted() {
    int[] draft = new int[8];
    int[] text = {1, 2, 3, 9, 9, 2, 3, 7, 8, 1, 2, 3};
    assertEquals(4, PromptLookup.draft(text, text.length, draft, 1, 4));
    assertEquals(List.of(9, 9, 2, 3), List.of(draft[1], draft[2], draft[3], draft[4]));
    assertEquals(2, PromptLookup.draft(new int[] {5, 6, 7, 5, 6}, 5, draft, 0, 2));
    assertEquals(List.of(7, 5), List.of(draft[0], draft[1]));
    assertEquals(1, PromptLookup.draft(new int[] {4, 4, 4}, 3, draft, 0, 6));
    assertEquals(0, PromptLookup.draft(new int[] {1, 2, 3, 4}, 4, draft, 0, 6));
    assertEquals(0, PromptLookup.draft(text, text.length, draft, 0, 0));
    assertEquals(0, PromptLookup.draft(new int[] {1}, 1, draft, 0, 6));
  }
}
