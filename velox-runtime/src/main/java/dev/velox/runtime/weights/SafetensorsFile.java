package dev.velox.runtime.weights;

import dev.velox.api.FormatException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One safetensors file in native memory: an 8-byte little-endian length, a JSON header of that
 * length, then the elements of all tensors without hole or overlap.
 */
public final class SafetensorsFile implements WeightSource {
  private static final ValueLayout.OfLong LENGTH =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final String label;
  private final Map<String, Tensor> tensors;
  private final @Nullable Arena arena;
  private final Runnable check;

  private SafetensorsFile(
      String label, Map<String, Tensor> tensors, @Nullable Arena arena, Runnable check) {
    this.label = label;
    this.tensors = tensors;
    this.arena = arena;
    this.check = check;
  }

  /**
   * Opens a file of a model.
   *
   * @param files the model
   * @param file the file's name within it
   * @param arena owns the memory of the tensors, closed with the file
   * @return its tensors
   * @throws FormatException if the file is missing or breaks the format
   */
  static SafetensorsFile open(ModelFiles files, String file, Arena arena) {
    MemorySegment mapped = files.map(file, arena);
    long bytes = mapped.byteSize();
    SafetensorsFile parsed = parse(files.label(file), mapped);
    return new SafetensorsFile(
        parsed.label, parsed.tensors, arena, () -> files.checkMapped(file, bytes));
  }

  /**
   * Reads a file that is already in memory.
   *
   * @param label its name, for messages
   * @param bytes the whole file
   * @return its tensors, slices of {@code bytes}
   * @throws FormatException if it breaks the format
   */
  public static SafetensorsFile parse(String label, MemorySegment bytes) {
    CheckedSize sizes = new CheckedSize(label);
    long size = bytes.byteSize();
    if (size < SafetensorsHeader.START) {
      throw new FormatException(label, 0, "file size", size, "must be at least 8 bytes");
    }
    long headerBytes = bytes.get(LENGTH, 0);
    long room = sizes.minus(size, SafetensorsHeader.START, 0, "file size");
    long most = Math.min(room, SafetensorsHeader.MAX_BYTES);
    if (headerBytes < 2 || headerBytes > most) {
      throw new FormatException(
          label,
          0,
          "header length",
          Long.toUnsignedString(headerBytes),
          "must be 2 to "
              + most
              + (most == room ? ", the bytes left in the file" : ", the format's limit"));
    }
    byte[] header = new byte[(int) headerBytes];
    MemorySegment.copy(
        bytes, ValueLayout.JAVA_BYTE, SafetensorsHeader.START, header, 0, header.length);
    long start = sizes.plus(SafetensorsHeader.START, headerBytes, 0, "header length");
    long dataBytes = sizes.minus(size, start, 0, "file size");
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (SafetensorsEntry e : SafetensorsHeader.parse(label, header, dataBytes)) {
      long from = sizes.plus(start, e.begin(), e.headerOffset(), "data_offsets");
      long length = sizes.minus(e.end(), e.begin(), e.headerOffset(), "data_offsets");
      tensors.put(
          e.name(),
          new Tensor(label, from, e.name(), e.type(), e.shape(), bytes.asSlice(from, length)));
    }
    return new SafetensorsFile(label, tensors, null, () -> {});
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public Set<String> names() {
    return Collections.unmodifiableSet(tensors.keySet());
  }

  @Override
  public Optional<Tensor> find(String name) {
    return Optional.ofNullable(tensors.get(name));
  }

  @Override
  public void check() {
    check.run();
  }

  @Override
  public void close() {
    Arenas.close(arena);
  }
}
