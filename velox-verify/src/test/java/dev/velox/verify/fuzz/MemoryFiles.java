package dev.velox.verify.fuzz;

import dev.velox.api.FormatException;
import dev.velox.runtime.weights.ModelFiles;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/** The files of a model, in memory. */
final class MemoryFiles implements ModelFiles {
  private final Map<String, byte[]> files = new HashMap<>();

  MemoryFiles with(String name, byte[] bytes) {
    files.put(name, bytes);
    return this;
  }

  @Override
  public String name() {
    return "fuzz";
  }

  @Override
  public String label(String file) {
    return "fuzz/" + file;
  }

  @Override
  public boolean has(String file) {
    return files.containsKey(file);
  }

  @Override
  public byte[] read(String file, int limit) {
    byte[] bytes = files.get(file);
    if (bytes == null) {
      throw new FormatException(label(file), -1, "file", "missing", "must be there");
    }
    return bytes;
  }

  @Override
  public MemorySegment map(String file, Arena arena) {
    return MemorySegment.ofArray(read(file, Integer.MAX_VALUE));
  }
}
