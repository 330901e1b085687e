package dev.velox.verify.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.verify.modules.ProductModules;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A weight file that is cut while its model is open gives a typed error or, where it was copied, no
 * error, and the JVM lives.
 */
class CutModelFilesAreReportedTest {
  private static final int ROUNDS = Boolean.getBoolean("velox.deep") ? 1000 : 11;

  @Test
  void theErrorIsTypedAndTheProcessLives(@TempDir Path folder)
      throws IOException, InterruptedException {
    String path =
        ProductModules.classPath().stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--add-modules",
                    "jdk.incubator.vector",
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    path,
                    CutModelProbe.class.getName(),
                    folder.toString(),
                    Integer.toString(ROUNDS)))
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    assertTrue(
        output.contains("typed " + ROUNDS + " of " + ROUNDS + ", unmoved " + ROUNDS), output);
  }
}
