package dev.velox.cache;

import dev.velox.api.FormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** The bytes of a snapshot in order, digested as they are read. */
final class SnapshotSource implements AutoCloseable {
  private final String file;
  private final FileChannel channel;
  private final long length;
  private final MessageDigest digest = Digests.sha256();
  private final CRC32C checksum = new CRC32C();
  private long position;

  private SnapshotSource(String file, FileChannel channel, long length) {
    this.file = file;
    this.channel = channel;
    this.length = length;
  }

  @SuppressWarnings("MustBeClosedChecker") // closed with the source
  static SnapshotSource open(Path path) {
    String file = path.toString();
    try {
      FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
      return new SnapshotSource(file, channel, channel.size());
    } catch (NoSuchFileException e) {
      throw new FormatException(file, -1, "snapshot", "missing", "must be a file", e);
    } catch (IOException e) {
      throw unreadable(file, -1, e);
    }
  }

  private static FormatException unreadable(String file, long offset, IOException e) {
    return new FormatException(file, offset, "snapshot", e, "must be a file that can be read", e);
  }

  String file() {
    return file;
  }

  /** Bytes of the whole file. */
  long length() {
    return length;
  }

  /** The byte that is read next. */
  long position() {
    return position;
  }

  /** Reads bytes that are under the checksum and the digest. */
  void read(byte[] into, int count, String what) {
    fill(into, count, what);
    checksum.update(into, 0, count);
    digest.update(into, 0, count);
  }

  /** Reads a checksum and compares it with that of the bytes since the last one. */
  void checksum(String what) {
    byte[] stored = new byte[SnapshotFormat.CHECKSUM_BYTES];
    fill(stored, stored.length, what);
    digest.update(stored);
    int sum = (int) checksum.getValue();
    checksum.reset();
    int found = new FieldReader(file, what, 0, stored).int32("checksum");
    if (found != sum) {
      throw new FormatException(
          file,
          position - stored.length,
          what + ", checksum",
          HexFormat.of().toHexDigits(found),
          "must be " + HexFormat.of().toHexDigits(sum) + ", that of its bytes: they are damaged");
    }
  }

  /** Reads the digest and compares it with that of all bytes before it. */
  void digest() {
    byte[] sum = digest.digest();
    byte[] stored = new byte[SnapshotFormat.DIGEST_BYTES];
    fill(stored, stored.length, "digest");
    if (!MessageDigest.isEqual(sum, stored)) {
      throw new FormatException(
          file,
          position - stored.length,
          "digest",
          HexFormat.of().formatHex(stored),
          "must be "
              + HexFormat.of().formatHex(sum)
              + ", that of the bytes before it: they are damaged");
    }
  }

  private void fill(byte[] into, int count, String what) {
    ByteBuffer buffer = ByteBuffer.wrap(into, 0, count);
    try {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer) < 0) {
          throw new FormatException(
              file, position, what, "cut off", "must have " + buffer.remaining() + " more bytes");
        }
      }
    } catch (IOException e) {
      throw unreadable(file, position, e);
    }
    position += count;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw unreadable(file, position, e);
    }
  }
}
