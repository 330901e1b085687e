package dev.velox.cli;

import dev.velox.api.FormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads texts in UTF-8 from files and from standard input, never more than a limit. */
final class TextInput {
  /** The name that stands for standard input. */
  static final String STANDARD_INPUT = "-";

  private TextInput() {}

  /**
   * Reads a text.
   *
   * @param name a file, or {@code -}
   * @param in standard input
   * @param limit bytes it may have at most
   * @return the text
   */
  static String read(String name, InputStream in, int limit) {
    if (name.equals(STANDARD_INPUT)) {
      return decode("standard input", bytes("standard input", in, limit));
    }
    try (InputStream file = Files.newInputStream(path(name))) {
      return decode(name, bytes(name, file, limit));
    } catch (NoSuchFileException e) {
      throw CommandFailure.data(name + ": there is no such file", e);
    } catch (IOException e) {
      throw CommandFailure.data(name + ": cannot be read (" + e + ")", e);
    }
  }

  static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw CommandFailure.data(name + ": is no file name (" + e.getReason() + ")", e);
    }
  }

  private static byte[] bytes(String name, InputStream in, int limit) {
    try {
      byte[] bytes = in.readNBytes(limit);
      if (bytes.length == limit && in.read() >= 0) {
        throw CommandFailure.resource(
            name + ": has more than the " + limit + " bytes that can be used; give a shorter text",
            null);
      }
      return bytes;
    } catch (IOException e) {
      throw CommandFailure.data(name + ": cannot be read (" + e + ")", e);
    }
  }

  static String decode(String name, byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer from = ByteBuffer.wrap(bytes);
    CharBuffer to = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(from, to, true);
    if (result.isError()) {
      int at = from.position();
      throw new FormatException(name, at, "text", "byte " + (bytes[at] & 0xff), "must be UTF-8");
    }
    return to.flip().toString();
  }
}
