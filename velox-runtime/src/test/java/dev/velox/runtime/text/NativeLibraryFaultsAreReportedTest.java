package dev.velox.runtime.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.PluginException;
import dev.velox.runtime.model.TestModels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where the tokenizer's native part cannot be unpacked, the error says so and names the way out.
 */
class NativeLibraryFaultsAreReportedTest {

  /** Run in a process of its own, since a native library is loaded once. */
  public static void main(String[] arguments) {
    try (TextTokenizer tokenizer = TextTokenizer.open(TestModels.files(TestModels.TIED), 384)) {
      System.out.println("opened");
    } catch (PluginException e) {
      System.out.println("refused: " + e.getMessage());
    }
  }

  @Test
  void aFolderThatCannotBeWritten(@TempDir Path folder) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("file"), "not a folder");
    Path base = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    List<String> path =
        List.of(
            base.resolve("target/test-classes").toString(),
            base.resolve("target/classes").toString(),
            System.getProperty("jdk.module.path", ""),
            System.getProperty("java.class.path", ""));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dbasedir=" + base,
            "-cp",
            String.join(java.io.File.pathSeparator, path),
            NativeLibraryFaultsAreReportedTest.class.getName());
    builder.environment().put("DJL_CACHE_DIR", file.resolve("cache").toString());
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    assertTrue(output.contains("refused: HuggingFace tokenizers"), output);
    assertTrue(output.contains("DJL_CACHE_DIR"), output);
  }
}
