package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.CacheSpec;
import dev.velox.api.KvShape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What {@code generate} prints is the text and the true cost of its cache. */
class GenerateReportsItsCacheTest {
  private static final Set<String> NUMBERS =
      Set.of(
          "tokens",
          "bits",
          "averageBitsPerDim",
          "compressionRatio",
          "residentBytes",
          "f16Bytes",
          "tokensPerSecond",
          "promptTokens",
          "promptTokensPerSecond",
          "passes",
          "draftedTokens",
          "acceptedTokens");
  private static final Set<String> TEXTS = Set.of("text", "model", "prompt", "stopReason", "cache");

  private static Ran generate(String... more) {
    String[] args = new String[more.length + 2];
    args[0] = "generate";
    System.arraycopy(more, 0, args, 1, more.length);
    args[args.length - 1] = "Once upon a time";
    return Ran.velox(args);
  }

  @Test
  void theJsonHasEveryFieldAndTheyAgree() {
    JsonNode json = generate("--cache", "kivi:bits=4", "--seed", "7", "-n", "300", "--json").json();
    Set<String> names = new TreeSet<>(json.propertyNames());
    Set<String> expected = new TreeSet<>(NUMBERS);
    expected.addAll(TEXTS);
    assertEquals(expected, names);
    NUMBERS.forEach(name -> assertTrue(json.get(name).isNumber(), name));
    TEXTS.forEach(name -> assertTrue(json.get(name).isString(), name));

    KvShape shape = KnownShape.named("velox-tiny").shape(1024);
    int rows = json.get("promptTokens").intValue() + json.get("tokens").intValue() - 1;
    long resident = json.get("residentBytes").longValue();
    assertEquals(300, json.get("tokens").intValue());
    assertEquals("max-tokens", json.get("stopReason").stringValue());
    assertEquals("velox-tiny", json.get("model").stringValue());
    assertEquals("Once upon a time", json.get("prompt").stringValue());
    assertEquals(shape.f16Bytes(rows), json.get("f16Bytes").longValue());
    assertEquals(
        (double) shape.f16Bytes(rows) / resident, json.get("compressionRatio").doubleValue(), 1e-9);
    assertEquals(
        16.0 * resident / shape.f16Bytes(rows), json.get("averageBitsPerDim").doubleValue(), 1e-9);
    assertEquals(5.0, json.get("bits").doubleValue(), 1e-9);
    String cache = json.get("cache").stringValue();
    assertEquals(cache, CacheSpec.parse(cache).toString());
    assertTrue(cache.contains("keys=kivi:bits=4,group-size=32") || cache.contains("bits=4"), cache);
  }

  @Test
  void theRatioOfALongTextIsAtLeastThatPromised() {
    JsonNode json = generate("--cache", "kivi:bits=4", "--seed", "7", "-n", "900", "--json").json();
    assertTrue(json.get("compressionRatio").doubleValue() >= 2.2, json.toString());
    assertTrue(json.get("text").stringValue().contains("\n"), "the model makes line breaks");
  }

  @Test
  void theSameSeedGivesTheSameTextAndAnotherSeedAnother() {
    String[] seven = {"--temperature", "1", "--seed", "7", "-n", "40", "--no-stream"};
    String[] eight = {"--temperature", "1", "--seed", "8", "-n", "40", "--no-stream"};
    assertEquals(generate(seven).done().out(), generate(seven).done().out());
    assertNotEquals(generate(seven).done().out(), generate(eight).done().out());
  }

  @Test
  void streamedWholeAndJsonTextAreTheSame() {
    String streamed = generate("-n", "60").done().out();
    String whole = generate("-n", "60", "--no-stream").done().out();
    String json = generate("-n", "60", "--json").json().get("text").stringValue();
    assertEquals(json + "\n", streamed);
    assertEquals(json + "\n", whole);
  }

  @Test
  void theSummaryGoesToStandardError() {
    Ran ran = generate("-n", "8", "--cache", "f16").done();
    assertEquals(2, ran.err().lines().count(), ran.err());
    assertTrue(ran.err().startsWith("velox: 8 tokens after a prompt of 5, "), ran.err());
    assertTrue(ran.err().contains("velox: cache f16: "), ran.err());
    assertTrue(ran.err().contains("ended by max-tokens"), ran.err());
  }

  @Test
  void theChunkOfThePromptDoesNotChangeTheText() {
    String exact = "kivi:bits=4;precision=exact";
    String expected = generate("-n", "20", "--cache", exact).done().out();
    for (String chunk : new String[] {"1", "3", "all"}) {
      String[] args = {"-n", "20", "--cache", exact, "--prefill-chunk", chunk};
      assertEquals(expected, generate(args).done().out());
    }
  }

  @Test
  void aPromptMayComeFromAFileOrStandardInput(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("prompt.txt"), "Once upon a time\n");
    String expected = generate("-n", "5").done().out();
    byte[] bytes = "Once upon a time\r\n".getBytes(StandardCharsets.UTF_8);
    String[] fromInput = {"generate", "-n", "5", "--prompt-file", "-"};
    assertEquals(expected, Ran.withInput(bytes, fromInput).done().out());
    assertEquals(
        expected, Ran.velox("generate", "-n", "5", "--prompt-file", file.toString()).done().out());
  }

  @Test
  void aStopTextEndsTheTextBeforeIt() {
    String whole = generate("-n", "60", "--json").json().get("text").stringValue();
    String stop = whole.substring(20, 24);
    JsonNode json = generate("-n", "60", "--stop", stop, "--json").json();
    assertEquals("stop-text", json.get("stopReason").stringValue());
    assertEquals(whole.substring(0, whole.indexOf(stop)), json.get("text").stringValue());
  }

  @Test
  void theContextEndsTheText() {
    byte[] words = "a ".repeat(1000).getBytes(StandardCharsets.UTF_8);
    JsonNode json =
        Ran.withInput(words, "generate", "--prompt-file", "-", "--json", "-n", "500").json();
    assertEquals("context-full", json.get("stopReason").stringValue());
  }

  @Test
  void aModelFolderGivesTheSameTextAsTheBuiltInModel(@TempDir Path folder) throws IOException {
    Models.copyBuiltIn(folder);
    Path weights = folder.resolve("model.safetensors");
    String expected = generate("-n", "10").done().out();
    assertEquals(expected, generate("-n", "10", "--model", folder.toString()).done().out());
    assertEquals(expected, generate("-n", "10", "--model", weights.toString()).done().out());
  }
}
