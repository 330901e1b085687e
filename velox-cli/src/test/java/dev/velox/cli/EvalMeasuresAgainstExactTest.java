package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.demomodel.BuiltInModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code eval} measures every cache against the exact one, over the windows asked for. */
class EvalMeasuresAgainstExactTest {

  @Test
  void fewerBitsAreFurtherFromExactAndSmaller() {
    JsonNode json =
        Ran.velox(
                "eval",
                "--windows",
                "2",
                "--context",
                "512",
                "--json",
                "--cache",
                "f32",
                "--cache",
                "f16",
                "--cache",
                "uniform:bits=4",
                "--cache",
                "uniform:bits=2")
            .json();
    assertEquals("velox-tiny", json.get("model").stringValue());
    assertEquals(2, json.get("windows").intValue());
    assertEquals(2 * 511, json.get("positions").intValue());
    JsonNode caches = json.get("caches");
    assertEquals(4, caches.size());
    double exact = json.get("exactPerplexity").doubleValue();
    assertEquals(exact, caches.get(0).get("perplexity").doubleValue(), 1e-9 * exact);
    assertEquals(0, caches.get(0).get("kl").doubleValue(), 1e-9);
    assertEquals(1, caches.get(0).get("top1").doubleValue());
    assertEquals(exact, caches.get(1).get("perplexity").doubleValue(), 2e-4 * exact);
    for (int i = 1; i < 4; i++) {
      JsonNode before = caches.get(i - 1);
      JsonNode row = caches.get(i);
      assertTrue(row.get("kl").doubleValue() > before.get("kl").doubleValue(), row.toString());
      assertTrue(
          row.get("residentBytes").longValue() < before.get("residentBytes").longValue(),
          row.toString());
      assertTrue(
          row.get("codedBits").doubleValue() < before.get("codedBits").doubleValue(),
          row.toString());
    }
  }

  @Test
  void theTableHasALineACache(@TempDir Path folder) throws IOException {
    Ran ran =
        Ran.velox(
            "eval",
            "--text",
            excerpt(folder).toString(),
            "--windows",
            "1",
            "--context",
            "64",
            "--cache",
            "f16",
            "--cache",
            "kivi");
    String[] lines = ran.done().out().split("\n");
    assertEquals(6, lines.length, ran.out());
    assertTrue(lines[0].startsWith("velox-tiny: 1 windows, 63 positions scored"), ran.out());
    assertTrue(lines[4].startsWith("f16 "), ran.out());
    assertTrue(lines[5].startsWith("kivi "), ran.out());
  }

  @Test
  void aTextAndAModelOfTheUsersMayBeGiven(@TempDir Path folder) throws IOException {
    Models.copyBuiltIn(folder);
    Path text = excerpt(folder);
    JsonNode own =
        Ran.velox(
                "eval",
                "--model",
                folder.toString(),
                "--text",
                text.toString(),
                "--context",
                "100",
                "--windows",
                "2",
                "--cache",
                "f16",
                "--json")
            .json();
    assertEquals(2 * 99, own.get("positions").intValue());
    JsonNode shipped =
        Ran.velox(
                "eval", "--model", folder.toString(), "--context", "50", "--cache", "f16", "--json")
            .json();
    assertEquals(12 * 49, shipped.get("positions").intValue());
  }

  @Test
  void theChunkDoesNotChangeThePerplexity(@TempDir Path folder) throws IOException {
    Path text = excerpt(folder);
    double all = perplexity(text, "all");
    for (String chunk : new String[] {"1", "7", "64"}) {
      assertEquals(all, perplexity(text, chunk), 1e-5 * all);
    }
  }

  private static double perplexity(Path text, String chunk) {
    return Ran.velox(
            "eval",
            "--text",
            text.toString(),
            "--windows",
            "1",
            "--context",
            "300",
            "--prefill-chunk",
            chunk,
            "--cache",
            "uniform:bits=4;precision=exact",
            "--json")
        .json()
        .get("caches")
        .get(0)
        .get("perplexity")
        .doubleValue();
  }

  private static Path excerpt(Path folder) throws IOException {
    try (InputStream in = Objects.requireNonNull(BuiltInModel.open("texts/speeches.txt"))) {
      return Files.write(folder.resolve("text.txt"), in.readNBytes(4000));
    }
  }

  @Test
  void windowsThatAreNotThereAreRefused(@TempDir Path folder) throws IOException {
    Path text = Files.writeString(folder.resolve("short.txt"), "A short text.");
    Ran.velox("eval", "--windows", "13").refused(ExitCode.USAGE, "13", "12");
    Ran.velox("eval", "--windows", "0").refused(ExitCode.USAGE, "--windows");
    Ran.velox("eval", "--context", "1").refused(ExitCode.USAGE, "--context");
    Ran.velox("eval", "--context", "2000").refused(ExitCode.USAGE, "2000", "1024");
    Ran.velox("eval", "--prefill-chunk", "0").refused(ExitCode.USAGE, "--prefill-chunk");
    Ran.velox("eval", "--text", text.toString()).refused(ExitCode.USAGE, "tokens of the text");
  }
}
