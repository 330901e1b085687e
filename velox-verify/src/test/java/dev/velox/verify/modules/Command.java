package dev.velox.verify.modules;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs the product as named modules in a Java of its own, as a user would start it. */
public final class Command {
  private static final long SECONDS = 60;

  private Command() {}

  /**
   * What a run came to.
   *
   * @param status exit status
   * @param output standard output and standard error together
   */
  public record Ran(int status, String output) {}

  /** Runs the {@code velox} command. */
  public static Ran velox(String... words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("-m", "dev.velox.cli/dev.velox.cli.Main"));
    all.addAll(List.of(words));
    return java(all.toArray(String[]::new));
  }

  /** Runs Java with the product on the module path. */
  static Ran java(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-p");
    command.add(
        Arrays.stream(ProductModules.modulePath())
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(SECONDS, TimeUnit.SECONDS), "still running: " + output);
    return new Ran(process.exitValue(), output);
  }
}
