package dev.velox.verify.examples;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Runs a command in a folder, both outputs together. */
record Script(int status, String output) {
  /** The root of the checkout. */
  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** The Maven that runs this build. */
  static final String MAVEN =
      Path.of(System.getProperty("velox.mavenHome", "."), "bin", "mvn").toString();

  static Script run(Path folder, List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("VELOX", ROOT.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Script(process.waitFor(), output);
  }
}
