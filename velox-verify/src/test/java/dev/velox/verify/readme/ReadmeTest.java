package dev.velox.verify.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.KvShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the README shows is code that compiles and runs. */
class ReadmeTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void theIntegrationIsTheOneThatCompiles() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/dev/velox/verify/readme/OwnEngine.java"));
    String code =
        between(source, "    // readme: begin\n", "    // readme: end")
            .stripTrailing()
            .stripIndent();
    String shown = between(Files.readString(ROOT.resolve("README.md")), "```java\n", "```");
    assertEquals(code.strip(), shown.strip(), "copy the code between the readme markers");
    assertTrue(code.lines().count() <= 30, "an integration in 30 lines");
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin) + begin.length();
    return text.substring(from, text.indexOf(end, from));
  }

  @Test
  void theIntegrationRuns() {
    KvShape shape = new KvShape(2, 2, 4, 32, 600);
    SplittableRandom random = new SplittableRandom(1);
    int[] finished = {0};
    OwnEngine.Model model =
        new OwnEngine.Model() {
          @Override
          public void project(
              int layer, int position, int tokens, float[] q, float[] k, float[] v) {
            for (float[] x : new float[][] {q, k, v}) {
              for (int i = 0; i < x.length; i++) {
                x[i] = (float) random.nextGaussian();
              }
            }
          }

          @Override
          public void finish(int layer, int position, int tokens, float[] attention) {
            finished[0] += tokens;
          }
        };
    String report = OwnEngine.run(model, shape, 400, 150);
    assertTrue(report.startsWith("keys=kivi:bits=4"), report);
    assertEquals(2 * 550, finished[0]);
  }
}
