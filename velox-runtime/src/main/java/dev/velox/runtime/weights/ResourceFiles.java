package dev.velox.runtime.weights;

import dev.velox.api.FormatException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A model whose files are resources of a jar; large files are copied into native memory. */
record ResourceFiles(String name, Function<String, @Nullable InputStream> opener)
    implements ModelFiles {

  private static final int PIECE = 1 << 20;

  @Override
  public String label(String file) {
    return name + "/" + file;
  }

  @Override
  public boolean has(String file) {
    try (InputStream in = opener.apply(file)) {
      return in != null;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public byte[] read(String file, int limit) {
    try (InputStream in = open(file)) {
      byte[] bytes = in.readNBytes(limit);
      if (in.read() >= 0) {
        throw new FormatException(
            label(file), -1, "size", "above " + limit, "must be at most " + limit);
      }
      return bytes;
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  @Override
  public MemorySegment map(String file, Arena arena) {
    List<byte[]> pieces = new ArrayList<>();
    long size = 0;
    try (InputStream in = open(file)) {
      for (byte[] piece = in.readNBytes(PIECE); piece.length > 0; piece = in.readNBytes(PIECE)) {
        pieces.add(piece);
        size += piece.length;
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    MemorySegment whole = arena.allocate(size, 64);
    long at = 0;
    for (byte[] piece : pieces) {
      MemorySegment.copy(piece, 0, whole, ValueLayout.JAVA_BYTE, at, piece.length);
      at += piece.length;
    }
    return whole.asReadOnly();
  }

  private InputStream open(String file) {
    InputStream in = opener.apply(file);
    if (in == null) {
      throw new FormatException(label(file), -1, "file", "missing", "must be among the resources");
    }
    return in;
  }

  private FormatException unreadable(String file, IOException cause) {
    return new FormatException(label(file), -1, "file", cause, "must be readable", cause);
  }
}
