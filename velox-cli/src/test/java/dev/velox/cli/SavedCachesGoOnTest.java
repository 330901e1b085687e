package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A text goes on from a saved cache as if it had never stopped; a damaged file is refused. */
class SavedCachesGoOnTest {
  private static final String PROMPT = "Once upon a time there was";

  @TempDir private Path folder;

  private String file() {
    return folder.resolve("s.vlx").toString();
  }

  private static String text(Ran ran) {
    String out = ran.done().out();
    return out.substring(0, out.length() - 1);
  }

  @Test
  void twoHalvesAreTheWhole() {
    for (String cache : List.of("kivi:bits=2;window=8", "turbo:bits=3;window=8", "f16")) {
      String whole = text(Ran.velox("generate", "--cache", cache, "-n", "180", PROMPT));
      Ran first =
          Ran.velox("generate", "--cache", cache, "-n", "150", "--save-cache", file(), PROMPT);
      Ran second = Ran.velox("generate", "--load-cache", file(), "-n", "30");
      assertEquals(whole, text(first) + text(second));
      assertTrue(first.err().contains("saved "), first.err());
      assertTrue(second.err().contains("after a prompt of 1,"), second.err());
    }
  }

  @Test
  void aPromptIsPaidForOnce() {
    String[] read = {"generate", "-n", "0", "--save-cache", file(), PROMPT};
    assertEquals("\n", Ran.velox(read).done().out());
    String whole = text(Ran.velox("generate", "-n", "20", PROMPT));
    for (int i = 0; i < 2; i++) {
      JsonNode json = Ran.velox("generate", "--load-cache", file(), "-n", "20", "--json").json();
      assertEquals(whole, json.get("text").stringValue());
      assertEquals(0, json.get("promptTokens").intValue());
    }
    Ran more = Ran.velox("generate", "--load-cache", file(), "-n", "5", " a king");
    assertTrue(more.done().err().contains("5 tokens after a prompt of "), more.err());
  }

  @Test
  void verifySaysWhatThereIsOrWhatIsBroken() throws IOException {
    Ran.velox("generate", "-n", "40", "--save-cache", file(), PROMPT).done();
    Ran table = Ran.velox("verify", file()).done();
    for (String word : List.of("checksums", "6 layers", "velox.tokens", "the audit finds")) {
      assertTrue(table.out().contains(word), table.out());
    }
    JsonNode json = Ran.velox("verify", "--json", file()).json();
    assertEquals(Files.size(Path.of(file())), json.get("bytes").longValue());
    assertTrue(json.get("audited").booleanValue());
    try (RandomAccessFile changed = new RandomAccessFile(file(), "rw")) {
      changed.seek(9000);
      int b = changed.read();
      changed.seek(9000);
      changed.write(b ^ 4);
    }
    Ran.velox("verify", file()).refused(ExitCode.DATA, "s.vlx at byte", "checksum", "damaged");
    Ran.velox("generate", "--load-cache", file()).refused(ExitCode.DATA, "s.vlx", "damaged");
    Ran.velox("verify", folder.resolve("none").toString()).refused(ExitCode.DATA, "missing");
    for (String place : List.of(folder.toString(), folder.resolve("no/such/file").toString())) {
      Ran lost = Ran.velox("generate", "-n", "1", "--save-cache", place, PROMPT);
      assertEquals(ExitCode.RESOURCE, lost.status(), lost.err());
      assertTrue(lost.err().contains("could not be written"), lost.err());
    }
  }

  @Test
  void anotherModelIsRefused() throws IOException {
    Path model = Files.createDirectory(folder.resolve("model"));
    Models.copyBuiltIn(model);
    Path weights = model.resolve("model.safetensors");
    byte[] bytes = Files.readAllBytes(weights);
    bytes[bytes.length - 1] ^= 1;
    Files.write(weights, bytes);
    Ran.velox("generate", "-n", "3", "--save-cache", file(), PROMPT).done();
    Ran.velox("generate", "--load-cache", file(), "--model", model.toString())
        .refused(ExitCode.DATA, "velox.model", "velox-tiny");
  }

  @Test
  void draftsChangeNothingButThePasses() {
    String[] plain = {"generate", "-n", "80", "--repetition-penalty", "1", "--json", PROMPT};
    JsonNode expected = Ran.velox(plain).json();
    JsonNode found =
        Ran.velox(
                "generate",
                "-n",
                "80",
                "--repetition-penalty",
                "1",
                "--draft",
                "6",
                "--json",
                PROMPT)
            .json();
    assertEquals(expected.get("text"), found.get("text"));
    assertEquals(79, expected.get("passes").intValue());
    assertTrue(found.get("passes").intValue() < 79, found.toString());
    assertTrue(found.get("acceptedTokens").intValue() > 0, found.toString());
  }

  @Test
  void aConversationKeepsItsCacheAndTakesTurnsBack() {
    byte[] lines =
        "Tell me of the sea.\n\nAnd then?\n/undo\nAnd then?\n/quit\nno\n"
            .getBytes(StandardCharsets.UTF_8);
    Ran ran = Ran.withInput(lines, "chat", "-n", "12", "--save-cache", file()).done();
    List<String> notes = ran.err().lines().filter(l -> l.contains("tokens so far")).toList();
    assertEquals(3, notes.size(), ran.err());
    assertEquals(notes.get(1), notes.get(2), "the turn taken back came out the same");
    assertTrue(ran.err().contains("back at "), ran.err());
    Ran json =
        Ran.withInput(
            "And?\n".getBytes(StandardCharsets.UTF_8),
            "chat",
            "--json",
            "-n",
            "4",
            "--load-cache",
            file());
    JsonNode turn = json.json();
    assertTrue(turn.get("totalTokens").intValue() > 40, turn.toString());
    assertEquals(4, turn.get("tokens").intValue());
    Ran.withInput("/undo\n".getBytes(StandardCharsets.UTF_8), "chat").done();
    Ran full = Ran.withInput("a ".repeat(1500).getBytes(StandardCharsets.UTF_8), "chat");
    assertEquals(ExitCode.RESOURCE, full.status(), full.err());
    assertTrue(full.err().contains("1024"), full.err());
  }
}
