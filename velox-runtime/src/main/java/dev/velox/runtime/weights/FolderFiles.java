package dev.velox.runtime.weights;

import dev.velox.api.FormatException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * A model folder on disk. Weights are copied into memory up to a size, and mapped beyond it: a file
 * that is cut while a kernel reads its mapping ends the process, whatever is caught.
 *
 * @param folder where the files are
 * @param copied bytes of the largest file that is copied
 */
record FolderFiles(Path folder, long copied) implements ModelFiles {
  private static final long PIECE = 1 << 24;

  static FolderFiles open(Path path, long copied) {
    Path folder = path;
    if (Files.isRegularFile(path)) {
      if (!path.toString().toLowerCase(Locale.ROOT).endsWith(".safetensors")) {
        throw new FormatException(
            path.toString(),
            -1,
            "model",
            "a file",
            "must be a folder or a .safetensors file in it");
      }
      folder = path.toAbsolutePath().getParent();
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw new FormatException(
          path.toString(),
          -1,
          "model folder",
          "missing",
          "must be a folder with config.json, tokenizer.json and model.safetensors");
    }
    return new FolderFiles(folder, copied);
  }

  @Override
  public String name() {
    Path last = folder.toAbsolutePath().normalize().getFileName();
    return last == null ? folder.toString() : last.toString();
  }

  @Override
  public String label(String file) {
    return folder.resolve(file).toString();
  }

  @Override
  public boolean has(String file) {
    return Files.isRegularFile(folder.resolve(file));
  }

  @Override
  public byte[] read(String file, int limit) {
    try (FileChannel channel = channel(file)) {
      long size = channel.size();
      if (size > limit) {
        throw new FormatException(label(file), -1, "size", size, "must be at most " + limit);
      }
      return Files.readAllBytes(folder.resolve(file));
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  @Override
  public MemorySegment map(String file, Arena arena) {
    try (FileChannel channel = channel(file)) {
      long size = channel.size();
      return size <= copied
          ? copy(file, channel, arena.allocate(size, 64)).asReadOnly()
          : channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private MemorySegment copy(String file, FileChannel channel, MemorySegment all)
      throws IOException {
    for (long at = 0; at < all.byteSize(); ) {
      long most = Math.min(PIECE, all.byteSize() - at);
      int n = channel.read(all.asSlice(at, most).asByteBuffer());
      if (n < 0) {
        throw cut(file, at, all.byteSize());
      }
      at += n;
    }
    return all;
  }

  @Override
  public void checkMapped(String file, long bytes) {
    if (bytes <= copied) {
      return;
    }
    long now;
    try {
      now = Files.size(folder.resolve(file));
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    if (now != bytes) {
      throw cut(file, now, bytes);
    }
  }

  private FormatException cut(String file, long now, long bytes) {
    return new FormatException(
        label(file), -1, "size", now, "must stay " + bytes + " while the model is open");
  }

  private FileChannel channel(String file) throws IOException {
    if (!has(file)) {
      throw new FormatException(label(file), -1, "file", "missing", "must be in the model folder");
    }
    return FileChannel.open(folder.resolve(file), StandardOpenOption.READ);
  }

  private FormatException unreadable(String file, IOException cause) {
    return new FormatException(label(file), -1, "file", cause, "must be readable", cause);
  }
}
