package dev.velox.cache;

import dev.velox.api.StorageException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/**
 * Replaces a file whole or not at all: writes a new one beside it, forces it to the medium, renames
 * it over the old one, and forces the folder.
 */
final class AtomicFile {
  private static final int MOST_LEFT_OVER = 100_000;

  private AtomicFile() {}

  /** What a file is to hold. */
  @FunctionalInterface
  interface Content {
    void writeTo(Disk.Output out) throws IOException;
  }

  /**
   * Replaces a file.
   *
   * @throws StorageException if any step fails; the old file stands and nothing is left beside it
   */
  static void replace(Disk disk, Path target, Content content) {
    Path place = target.toAbsolutePath();
    Path folder = place.getParent();
    if (folder == null) {
      throw new StorageException(target.toString(), new IOException("it is a folder"));
    }
    try {
      write(disk, place, folder, content);
    } catch (IOException e) {
      throw new StorageException(target.toString(), e);
    }
  }

  private static void write(Disk disk, Path place, Path folder, Content content)
      throws IOException {
    for (int n = 0; ; n++) {
      Path beside = folder.resolve("." + place.getFileName() + "." + n + ".part");
      Disk.Output out;
      try {
        out = disk.create(beside);
      } catch (FileAlreadyExistsException e) {
        // another save is under way, or one was killed
        if (n == MOST_LEFT_OVER) {
          throw e;
        }
        continue;
      }
      boolean done = false;
      try {
        try (out) {
          content.writeTo(out);
          out.force();
        }
        disk.replace(beside, place);
        done = true;
        disk.forceFolder(folder);
        return;
      } finally {
        if (!done) {
          disk.delete(beside);
        }
      }
    }
  }
}
