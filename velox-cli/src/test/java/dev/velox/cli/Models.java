package dev.velox.cli;

import dev.velox.demomodel.BuiltInModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** Model folders for tests. */
final class Models {
  private Models() {}

  /** Writes the built-in model into a folder, as a published model lies on disk. */
  static void copyBuiltIn(Path folder) throws IOException {
    for (String name : new String[] {"config.json", "tokenizer.json", "model.safetensors"}) {
      try (InputStream in = Objects.requireNonNull(BuiltInModel.open(name))) {
        Files.copy(in, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
