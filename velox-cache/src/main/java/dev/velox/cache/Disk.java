package dev.velox.cache;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The calls on a file system by which a file is replaced; a seam for tests that make them fail. */
interface Disk {

  /** The file systems of the JDK. */
  Disk SYSTEM = new System();

  /** A file being written. */
  interface Output extends Closeable {
    void write(byte[] bytes, int count) throws IOException;

    /** Returns when the bytes are on the medium. */
    void force() throws IOException;
  }

  /** Makes a file that is not there yet. */
  Output create(Path file) throws IOException;

  /** Renames a file over another, in one step. */
  void replace(Path source, Path target) throws IOException;

  /** Returns when the names in a folder are on the medium. */
  void forceFolder(Path folder) throws IOException;

  void delete(Path file) throws IOException;

  /** As the JDK offers them. */
  final class System implements Disk {
    private System() {}

    @Override
    @SuppressWarnings("MustBeClosedChecker") // closed with the output
    public Output create(Path file) throws IOException {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      return new Output() {
        @Override
        public void write(byte[] bytes, int count) throws IOException {
          ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, count);
          while (buffer.hasRemaining()) {
            channel.write(buffer);
          }
        }

        @Override
        public void force() throws IOException {
          channel.force(true);
        }

        @Override
        public void close() throws IOException {
          channel.close();
        }
      };
    }

    @Override
    public void replace(Path source, Path target) throws IOException {
      Files.move(
          source, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
      if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
          channel.force(true);
        }
      }
    }

    @Override
    public void delete(Path file) throws IOException {
      Files.deleteIfExists(file);
    }
  }
}
