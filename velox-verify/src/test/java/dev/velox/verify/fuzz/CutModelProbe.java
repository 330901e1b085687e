package dev.velox.verify.fuzz;

import dev.velox.api.FormatException;
import dev.velox.demomodel.BuiltInModel;
import dev.velox.runtime.GenerateOptions;
import dev.velox.runtime.Velox;
import dev.velox.runtime.weights.ModelFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * Cuts the weight file of an open model to one page, again and again, and generates with it: in a
 * process of its own, which must live. Prints how often the fault was typed.
 */
final class CutModelProbe {
  private CutModelProbe() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    int typed = 0;
    int rounds = Integer.parseInt(args[1]);
    for (int i = 0; i < rounds; i++) {
      for (String name : new String[] {"config.json", "tokenizer.json", "model.safetensors"}) {
        try (InputStream in = Objects.requireNonNull(BuiltInModel.open(name))) {
          Files.copy(in, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
      }
      try (Velox velox = Velox.open(ModelFiles.folder(folder))) {
        velox.generate("Once", GenerateOptions.of("f16").withMaxTokens(2));
        cut(folder.resolve("model.safetensors"), 4096L << (i % 11));
        try {
          velox.generate("Once upon a time", GenerateOptions.of("f16").withMaxTokens(3));
        } catch (FormatException e) {
          typed++;
        }
      }
    }
    System.out.println("typed " + typed + " of " + rounds);
  }

  private static void cut(Path file, long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }
  }
}
