package dev.velox.verify.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The Java files of every module, as they lie beside this one. */
final class Sources {
  private Sources() {}

  /** Module folders. */
  static List<Path> modules() throws IOException {
    try (var folders = Files.list(Path.of("").toAbsolutePath().getParent())) {
      return folders
          .filter(f -> Files.exists(f.resolve("src/main/java/module-info.java")))
          .toList();
    }
  }

  /** Java files below a folder, none if it is not there. */
  static List<Path> below(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.walk(folder)) {
      return files.filter(f -> f.toString().endsWith(".java")).sorted().toList();
    }
  }

  /** Every Java file of the product and its tests. */
  static List<Path> all() throws IOException {
    List<Path> result = new ArrayList<>(below(Path.of("src")));
    for (Path module : modules()) {
      result.addAll(below(module.resolve("src")));
    }
    return result;
  }
}
