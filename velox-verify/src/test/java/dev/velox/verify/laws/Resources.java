package dev.velox.verify.laws;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Tables of numbers kept beside the tests, and fresh ones written to the build folder. */
final class Resources {
  private Resources() {}

  /** The lines of a table, without comments and blank lines. */
  static List<String> lines(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new AssertionError("the table " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a fresh table to {@code target/}, from where it may be copied. */
  static void write(String name, List<String> lines) {
    try {
      Files.createDirectories(Path.of("target"));
      Files.write(Path.of("target", name), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
