package dev.velox.verify.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a cache says it holds is what the process grew by, and the Java heap holds next to none of
 * it.
 */
class BytesAreRealTest {
  private static final long F32_BYTES = 64L * 4096 * 8 * 128 * 4 * 2;

  @Test
  void theProcessGrowsByWhatIsCharged() throws IOException, InterruptedException {
    assumeTrue(Files.exists(Path.of("/proc/self/smaps_rollup")), "Linux only");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xms512m",
                    "-Xmx512m",
                    "-XX:+AlwaysPreTouch",
                    "-XX:+UseSerialGC",
                    "--enable-native-access=ALL-UNNAMED",
                    "--add-modules",
                    "jdk.incubator.vector",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ResidentProbe.class.getName()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String line =
        new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
            .strip();
    assertEquals(0, process.waitFor(), line);
    String[] figures = line.split(" ");
    long charged = Long.parseLong(figures[0]);
    long grown = Long.parseLong(figures[1]);
    long heap = Long.parseLong(figures[2]);
    assertTrue(charged > 200_000_000, line);
    assertTrue(Math.abs(grown - charged) <= charged / 10, "charged, grown, heap, audit: " + line);
    assertTrue(heap < F32_BYTES / 100, "heap grew by " + heap);
    assertEquals("true", figures[3], "every audit is exact");
  }
}
