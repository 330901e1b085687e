package dev.velox.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.FormatException;
import dev.velox.api.KvCache;
import dev.velox.cache.KvCaches;
import dev.velox.runtime.model.TestModels;
import dev.velox.runtime.sampling.SamplingOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A conversation that was saved, or forked, goes on as if nothing had happened. */
class ConversationsAreSavedTest {
  private static final String TEXT = "The lamp on the quay was lit before the rain came. ";
  private static Velox velox;

  @TempDir private Path folder;

  @BeforeAll
  static void open() {
    velox = Velox.open(TestModels.files(TestModels.TIED));
  }

  @AfterAll
  static void close() {
    velox.close();
  }

  private static GenerateOptions options(String cache) {
    return GenerateOptions.of(cache).withStopAtEnd(false).withMaxTokens(24);
  }

  private Path file() {
    return folder.resolve("talk.vlx");
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "uniform:bits=4;window=8", "kivi:bits=4;precision=exact"})
  void whatIsResumedGoesOnAsAnUninterruptedText(String cache) {
    GenerateOptions o = options(cache);
    List<Integer> whole = velox.generate(TEXT, o.withMaxTokens(120)).tokenIds();
    List<Integer> parts = new ArrayList<>();
    try (Conversation c = velox.converse(o)) {
      parts.addAll(c.generate(TEXT).tokenIds());
      c.save(file());
    }
    while (parts.size() < 120) {
      try (Conversation c = velox.resume(file(), o.withMaxTokens(16))) {
        GenerateResult next = c.generate("");
        assertEquals(1, next.promptTokens(), "only the token chosen last is run");
        parts.addAll(next.tokenIds());
        c.save(file());
      }
    }
    assertEquals(whole, parts);
  }

  @Test
  void aPromptIsReadOnce() {
    GenerateOptions o = options("kivi:bits=4");
    List<Integer> whole = velox.generate(TEXT, o).tokenIds();
    try (Conversation c = velox.converse(o)) {
      GenerateResult read = c.generate(TEXT, o.withMaxTokens(0));
      assertEquals(0, read.tokens());
      assertEquals(velox.encode(TEXT, true).length, read.promptTokens());
      c.save(file());
    }
    for (int i = 0; i < 2; i++) {
      try (Conversation c = velox.resume(file(), o)) {
        GenerateResult r = c.generate("");
        assertEquals(0, r.promptTokens(), "the logits were saved");
        assertEquals(whole, r.tokenIds());
      }
    }
    try (Conversation c = velox.resume(file(), o)) {
      int[] more = velox.encode("And then", false);
      assertEquals(more.length, c.generate("And then").promptTokens());
      c.trim(5);
      assertEquals(
          1, c.generate("", c.options().withMaxTokens(1)).promptTokens(), "logits are gone");
    }
  }

  @Test
  void forksAnswerSideBySide() {
    GenerateOptions o = options("uniform:bits=4;window=0;center=off");
    try (Conversation c = velox.converse(o)) {
      c.generate(TEXT.repeat(5), o.withMaxTokens(0));
      List<Integer> said = c.tokens();
      List<List<Integer>> answers = new ArrayList<>();
      for (int seed = 0; seed < 3; seed++) {
        try (Conversation fork = c.fork()) {
          assertEquals(said, fork.tokens());
          assertTrue(fork.cache().bytes().shared() > 0);
          GenerateOptions draw = o.withSampling(new SamplingOptions(1, 0, 1, 1, seed));
          answers.add(fork.generate("", draw).tokenIds());
        }
      }
      assertEquals(3, answers.stream().distinct().count());
      assertEquals(said, c.tokens());
      assertEquals(velox.generate(TEXT.repeat(5), o).tokenIds(), c.generate("").tokenIds());
    }
  }

  @Test
  void anotherModelOrABrokenNoteIsRefused() throws Exception {
    GenerateOptions o = options("f16");
    try (Conversation c = velox.converse(o)) {
      c.generate(TEXT);
      c.save(file());
    }
    byte[] weights = TestModels.files(TestModels.TIED).read("model.safetensors", 1 << 24).clone();
    weights[weights.length - 3] ^= 1;
    try (Velox other =
        Velox.open(TestModels.changed(TestModels.TIED, "model.safetensors", weights))) {
      FormatException e = assertThrows(FormatException.class, () -> other.resume(file(), o));
      assertTrue(e.getMessage().contains("velox.model"), e.getMessage());
    }
    try (Velox same = Velox.open(TestModels.files(TestModels.TIED));
        Conversation c = same.resume(file(), o)) {
      assertEquals(24, c.generate("").tokens());
    }
    refuseChangedNotes(o);
    Files.write(file(), new byte[] {1, 2, 3});
    assertThrows(FormatException.class, () -> velox.resume(file(), o));
  }

  private void refuseChangedNotes(GenerateOptions o) {
    try (KvCaches caches = KvCaches.create()) {
      Map<String, byte[]> notes = new HashMap<>();
      try (KvCache cache = caches.restore(file(), s -> notes.putAll(s.notes()))) {
        byte[] ids = notes.get("velox.tokens");
        byte[] strange = ids.clone();
        ByteBuffer.wrap(strange).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 1 << 20);
        List<Map.Entry<String, byte[]>> changes =
            List.of(
                Map.entry("velox.tokens", new byte[0]),
                Map.entry("velox.tokens", java.util.Arrays.copyOf(ids, ids.length - 8)),
                Map.entry("velox.tokens", java.util.Arrays.copyOf(ids, ids.length + 3)),
                Map.entry("velox.tokens", new byte[1 << 14]),
                Map.entry("velox.tokens", strange),
                Map.entry("velox.model", new byte[0]),
                Map.entry("velox.model", new byte[] {-1, -1, -1, -1}),
                Map.entry("velox.logits", new byte[4]));
        for (Map.Entry<String, byte[]> change : changes) {
          Map<String, byte[]> changed = new HashMap<>(notes);
          changed.put(change.getKey(), change.getValue());
          cache.snapshot(file(), changed);
          FormatException e = assertThrows(FormatException.class, () -> velox.resume(file(), o));
          assertTrue(e.getMessage().contains(change.getKey()), e.getMessage());
        }
        cache.snapshot(file());
        assertThrows(FormatException.class, () -> velox.resume(file(), o));
      }
    }
  }
}
