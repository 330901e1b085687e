package dev.velox.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.BusyException;
import dev.velox.api.CacheSpec;
import dev.velox.api.CapacityException;
import dev.velox.api.ConfigException;
import dev.velox.api.NonFiniteException;
import dev.velox.api.Role;
import dev.velox.runtime.model.TestModels;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A conversation goes on from what its cache holds, as if it had been said in one breath. */
class ConversationTest {
  private static final String FIRST = "The lamp on the quay was lit before the rain came.";
  private static final String SECOND = " \"They will be here,\" she told him.";
  private static Velox velox;

  @BeforeAll
  static void open() {
    velox = Velox.open(TestModels.files(TestModels.TIED));
  }

  @AfterAll
  static void close() {
    velox.close();
  }

  private static GenerateOptions options(String cache) {
    return GenerateOptions.of(cache).withStopAtEnd(false).withMaxTokens(20);
  }

  private static int argmax(float[] logits) {
    int best = 0;
    for (int i = 1; i < logits.length; i++) {
      best = logits[i] > logits[best] ? i : best;
    }
    return best;
  }

  /**
   * Every generated token is the likeliest after the tokens before it, run again from the start.
   */
  @ParameterizedTest
  @ValueSource(strings = {"f32", "f16", "kivi:bits=8"})
  void turnsEqualOneLongText(String cache) {
    List<Integer> all;
    int secondStart;
    try (Conversation c = velox.converse(options(cache))) {
      c.generate(FIRST);
      secondStart = c.tokens().size();
      GenerateResult second = c.generate(SECOND);
      all = c.tokens();
      assertEquals(20, second.tokens());
      assertEquals(1 + velox.encode(SECOND, false).length, second.promptTokens());
      assertEquals(all.subList(all.size() - 20, all.size()), second.tokenIds());
      assertEquals(all.size() - 1, c.cache().length());
    }
    int[] ids = all.stream().mapToInt(Integer::intValue).toArray();
    int first = velox.encode(FIRST, true).length;
    int said = secondStart + velox.encode(SECOND, false).length;
    try (TokenRunner runner = velox.runner(CacheSpec.parse(cache), 0, 1)) {
      float[] logits = new float[runner.vocabulary()];
      for (int at = 0; at + 1 < ids.length; at++) {
        runner.run(ids, at, 1);
        runner.logits(0, 1, logits, 0);
        boolean generated = at + 1 >= first && at + 1 < secondStart || at + 1 >= said;
        if (generated) {
          assertEquals(argmax(logits), ids[at + 1], "token " + (at + 1));
        }
      }
    }
  }

  @Test
  void nothingNewGoesOnFromWhatWasSaid() {
    List<Integer> whole = velox.generate(FIRST, options("f32").withMaxTokens(20)).tokenIds();
    try (Conversation c = velox.converse(options("f32"))) {
      List<Integer> parts =
          new ArrayList<>(c.generate(FIRST, options("f32").withMaxTokens(7)).tokenIds());
      parts.addAll(c.generate("", options("f32").withMaxTokens(1)).tokenIds());
      parts.addAll(c.generate("", options("f32").withMaxTokens(12)).tokenIds());
      assertEquals(whole, parts);
    }
  }

  /** The cache holds the whole prompt: its last token runs again, for its logits. */
  @Test
  void aPromptThatIsCachedWholeGivesTheSameText() {
    List<Integer> whole = velox.generate(FIRST, options("f32")).tokenIds();
    int prompt = velox.encode(FIRST, true).length;
    try (Conversation c = velox.converse(options("f32"))) {
      c.generate(FIRST);
      c.trim(prompt);
      assertEquals(prompt, c.cache().length());
      GenerateResult again = c.generate("");
      assertEquals(whole, again.tokenIds());
      assertEquals(1, again.promptTokens());
      c.trim(0);
      assertEquals(whole, c.generate(FIRST).tokenIds());
    }
  }

  @Test
  void cancellingKeepsWhatWasSaidAndTheNextTurnGoesOn() {
    GenerateOptions o = options("f32");
    List<Integer> whole = velox.generate(FIRST, o).tokenIds();
    try (Conversation c = velox.converse(o)) {
      Cancellation stop = new Cancellation();
      List<String> pieces = new ArrayList<>();
      GenerateResult cut =
          c.stream(
              FIRST,
              o.withCancellation(stop),
              piece -> {
                pieces.add(piece);
                if (pieces.size() == 3) {
                  stop.cancel();
                }
              });
      assertEquals(StopReason.CANCELLED, cut.stopReason());
      assertTrue(cut.tokens() >= 3 && cut.tokens() < 20, "tokens " + cut.tokens());
      List<Integer> parts = new ArrayList<>(cut.tokenIds());
      parts.addAll(c.generate("", o.withMaxTokens(20 - cut.tokens())).tokenIds());
      assertEquals(whole, parts);
    }
  }

  @Test
  void cancellingWhileThePromptIsReadWritesNothing() {
    GenerateOptions o = options("f32").withPrefillChunk(4);
    try (Conversation c = velox.converse(o)) {
      Cancellation stop = new Cancellation();
      GenerateResult cut =
          c.stream(
              FIRST,
              o.withCancellation(stop),
              new TextListener() {
                @Override
                public void text(String piece) {
                  throw new AssertionError(piece);
                }

                @Override
                public void prompt(int done, int total) {
                  assertEquals(velox.encode(FIRST, true).length, total);
                  stop.cancel();
                }
              });
      assertEquals(StopReason.CANCELLED, cut.stopReason());
      assertEquals(0, cut.tokens());
      assertEquals(4, cut.promptTokens());
      assertEquals("", cut.text());
      assertEquals(velox.generate(FIRST, o).tokenIds(), c.generate("").tokenIds());
    }
  }

  @Test
  void aTurnThatThrowsLeavesTheConversationAsItWas() {
    GenerateOptions o = options("f32");
    try (Conversation c = velox.converse(o)) {
      c.generate(FIRST);
      List<Integer> before = c.tokens();
      IllegalStateException planted = new IllegalStateException("planted");
      assertThrows(
          IllegalStateException.class,
          () ->
              c.stream(
                  SECOND,
                  o,
                  piece -> {
                    throw planted;
                  }));
      assertEquals(before, c.tokens());
      assertThrows(CapacityException.class, () -> c.generate(FIRST.repeat(20)));
      assertEquals(before, c.tokens());
      List<Integer> answer = c.generate(SECOND).tokenIds();
      try (Conversation fresh = velox.converse(o)) {
        fresh.generate(FIRST);
        assertEquals(fresh.generate(SECOND).tokenIds(), answer);
      }
    }
  }

  @Test
  void onlyOneCallAtATime() {
    GenerateOptions o = options("f32");
    try (Conversation c = velox.converse(o)) {
      List<Class<?>> refused = new ArrayList<>();
      c.stream(
          FIRST,
          o.withMaxTokens(8),
          piece -> {
            refused.add(assertThrows(BusyException.class, () -> c.generate("a")).getClass());
            refused.add(assertThrows(BusyException.class, velox::close).getClass());
          });
      assertFalse(refused.isEmpty());
      assertThrows(ConfigException.class, () -> c.generate("a", options("f16")));
      assertThrows(ConfigException.class, () -> c.generate("a", o.withContext(9)));
    }
  }

  @Test
  void betweenTurnsTheCacheHoldsNoWorkingMemoryOfReaders() {
    try (Conversation c = velox.converse(options("f16"))) {
      long empty = c.cache().bytes().scratch();
      GenerateResult r = c.generate(FIRST);
      assertEquals(empty, c.cache().bytes().scratch());
      assertEquals(c.cache().bytes().resident(), r.residentBytes());
    }
  }

  @Test
  void conversationsOfOneModelRunSideBySide() throws InterruptedException {
    List<Integer> alone = velox.generate(FIRST, options("f32")).tokenIds();
    List<List<Integer>> together = java.util.Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(() -> together.add(velox.generate(FIRST, options("f32")).tokenIds())));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(java.util.Collections.nCopies(4, alone), together);
  }

  /** The fixture with one number of one tensor replaced by NaN. */
  private static Velox poisoned(String tensor, int element) {
    byte[] file = TestModels.files(TestModels.TIED).read("model.safetensors", 1 << 24).clone();
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int header = (int) bytes.getLong(0);
    String text = new String(file, 8, header, StandardCharsets.UTF_8);
    int entry = text.indexOf("\"" + tensor + "\"");
    int offsets = text.indexOf("\"data_offsets\":[", entry) + 16;
    int begin = Integer.parseInt(text.substring(offsets, text.indexOf(',', offsets)));
    bytes.putFloat(8 + header + begin + 4 * element, Float.NaN);
    return Velox.open(TestModels.changed(TestModels.TIED, "model.safetensors", file));
  }

  @Test
  void notANumberIsReportedAndNeverBecomesAToken() {
    try (Velox bad = poisoned("model.norm.weight", 3)) {
      NonFiniteException e =
          assertThrows(NonFiniteException.class, () -> bad.generate(FIRST, options("f32")));
      assertTrue(e.getMessage().contains("logit"), e.getMessage());
    }
    try (Velox bad = poisoned("model.layers.1.self_attn.k_proj.weight", 64 * 5)) {
      NonFiniteException e =
          assertThrows(NonFiniteException.class, () -> bad.generate(FIRST, options("f32")));
      assertEquals(Role.KEYS, e.role());
      assertEquals(1, e.layer());
    }
  }
}
