package dev.velox.verify.fuzz;

import dev.velox.api.FormatException;
import dev.velox.demomodel.BuiltInModel;
import dev.velox.runtime.GenerateOptions;
import dev.velox.runtime.Velox;
import dev.velox.runtime.weights.ModelFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * Cuts the weight file of an open model, again and again, and generates with it, in a process of
 * its own, which must live: between steps where it is mapped, in the midst of them where it is
 * copied. Prints how often the first fault was typed and the second was none.
 */
final class CutModelProbe {
  private static final String WEIGHTS = "model.safetensors";

  private CutModelProbe() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Path.of(args[0]);
    int typed = 0;
    int unmoved = 0;
    int rounds = Integer.parseInt(args[1]);
    for (int i = 0; i < rounds; i++) {
      write(folder);
      try (Velox velox = Velox.open(ModelFiles.folder(folder, 0))) {
        velox.generate("Once", GenerateOptions.of("f16").withMaxTokens(2));
        cut(folder, 4096L << (i % 11));
        try {
          velox.generate("Once upon a time", GenerateOptions.of("f16").withMaxTokens(3));
        } catch (FormatException e) {
          typed++;
        }
      }
      write(folder);
      try (Velox velox = Velox.open(ModelFiles.folder(folder))) {
        GenerateOptions options = GenerateOptions.of("f16").withMaxTokens(12);
        String text = velox.generate("Once", options).text();
        long bytes = 4096L << (i % 11);
        Thread knife = Thread.ofPlatform().start(() -> cut(folder, bytes));
        unmoved += velox.generate("Once", options).text().equals(text) ? 1 : 0;
        knife.join();
      }
    }
    System.out.println("typed " + typed + " of " + rounds + ", unmoved " + unmoved);
  }

  private static void write(Path folder) throws IOException {
    for (String name : new String[] {"config.json", "tokenizer.json", WEIGHTS}) {
      try (InputStream in = Objects.requireNonNull(BuiltInModel.open(name))) {
        Files.copy(in, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static void cut(Path folder, long bytes) {
    Path file = folder.resolve(WEIGHTS);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
