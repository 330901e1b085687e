package dev.velox.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a page where the user wants it. */
final class PageFile {
  private PageFile() {}

  static void write(Streams streams, String file, String content) {
    Path path = TextInput.path(file);
    try {
      Files.writeString(path, content);
    } catch (IOException e) {
      throw CommandFailure.resource(file + " cannot be written: " + e, e);
    }
    streams.note("wrote " + path.toAbsolutePath().normalize());
  }
}
