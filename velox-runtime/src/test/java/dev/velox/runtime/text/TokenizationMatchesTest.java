package dev.velox.runtime.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.ConfigException;
import dev.velox.api.FormatException;
import dev.velox.runtime.model.TestModels;
import dev.velox.runtime.weights.SafetensorsBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Texts become the ids that other engines give, whatever their length, and come back unchanged. */
class TokenizationMatchesTest {

  static java.util.List<String> models() {
    return TestModels.names();
  }

  private static TextTokenizer open(String model) {
    return TextTokenizer.open(TestModels.files(model), 384);
  }

  @ParameterizedTest
  @MethodSource("models")
  void idsAndTextsOfTheFixture(String model) {
    JsonNode expected = TestModels.expected(model);
    try (TextTokenizer tokenizer = open(model)) {
      int texts = 0;
      for (JsonNode each : expected.get("tokenization")) {
        String text = each.get("text").asString();
        int[] ids = TestModels.ints(each.get("ids"));
        assertArrayEquals(ids, tokenizer.encode(text, false), text);
        assertEquals(text, tokenizer.decode(ids));
        texts++;
      }
      assertTrue(texts >= 4, "texts " + texts);
      int[] prompt = TestModels.ints(expected.get("prompt_ids"));
      int[] ids = tokenizer.encode(expected.get("prompt_text").asString(), true);
      assertArrayEquals(prompt, Arrays.copyOf(ids, prompt.length), "start token included");
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void longTextsAreNotCut(String model) {
    String text = "The boats came back on the third day.\n".repeat(2000);
    try (TextTokenizer tokenizer = open(model)) {
      int[] ids = tokenizer.encode(text, false);
      assertTrue(ids.length > 20_000, "tokens " + ids.length);
      assertEquals(text, tokenizer.decode(ids));
    }
  }

  @Test
  void unusualCharactersComeBack() {
    String text = "\u0000\u0001 \u00e9\u20ac\ud83d\udca9\ufffd\u2028 \ud840\udc00 e\u0301\r\n\t";
    try (TextTokenizer tokenizer = open(TestModels.TIED)) {
      assertEquals(text, tokenizer.decode(tokenizer.encode(text, false)));
      assertEquals(0, tokenizer.encode("", true).length);
    }
    try (TextTokenizer tokenizer = open(TestModels.SHARDED)) {
      assertArrayEquals(new int[] {379}, tokenizer.encode("", true), "the start token alone");
    }
  }

  @Test
  void halvesOfSurrogatePairsAreRefused() {
    try (TextTokenizer tokenizer = open(TestModels.TIED)) {
      for (String text : new String[] {"a\ud83d", "\udca9b", "\ud83d\ud83d\udca9", "x\ud83dy"}) {
        ConfigException e =
            assertThrows(ConfigException.class, () -> tokenizer.encode(text, false));
        assertTrue(e.option().startsWith("character "), e.getMessage());
      }
    }
  }

  @Test
  void idsTheModelDoesNotKnowAreRefused() {
    try (TextTokenizer tokenizer = TextTokenizer.open(TestModels.files(TestModels.TIED), 300)) {
      FormatException e =
          assertThrows(FormatException.class, () -> tokenizer.encode("The rain came", false));
      assertEquals("token id", e.field());
    }
  }

  @Test
  void brokenTokenizersAreRefused() {
    String whole = TestModels.text(TestModels.TIED, "tokenizer.json");
    for (String text :
        new String[] {
          "",
          "[]",
          "{}",
          whole.substring(0, whole.length() / 2),
          whole.replace("\"ByteLevel\"", "\"WordPiece\""),
          whole.replace("\"BPE\"", "\"Unknown\""),
          whole.replace("\"vocab\": {", "\"vocab\": {\"x\": -1,"),
          whole.replace("\"vocab\": {", "\"vocab\": {\"x\": \"y\","),
          whole.replace("\"vocab\": {", "\"vocab\": {\"x\": 16000000,"),
          whole.replace("\"added_tokens\": [{\"id\": 0", "\"added_tokens\": [{\"id\": -7")
        }) {
      Map<String, byte[]> files = Map.of("tokenizer.json", text.getBytes(StandardCharsets.UTF_8));
      assertThrows(
          FormatException.class,
          () -> TextTokenizer.open(SafetensorsBytes.model(files), 384),
          text.substring(0, Math.min(40, text.length())));
    }
    assertThrows(
        FormatException.class, () -> TextTokenizer.open(SafetensorsBytes.model(Map.of()), 384));
  }
}
