package dev.velox.runtime.weights;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Files in the safetensors format, whole or broken, as bytes. */
public final class SafetensorsBytes {
  private SafetensorsBytes() {}

  /** A file with this header text, as it stands, and this data. */
  public static byte[] of(String header, byte[] data) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    return withLength(text.length, text, data);
  }

  /** A file that claims another header length. */
  public static byte[] withLength(long length, byte[] header, byte[] data) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(length).array());
    out.writeBytes(header);
    out.writeBytes(data);
    return out.toByteArray();
  }

  /** One header entry. */
  public static String entry(String name, String type, String shape, long begin, long end) {
    return "\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
        .formatted(name, type, shape, begin, end);
  }

  public static SafetensorsFile parse(byte[] file) {
    return SafetensorsFile.parse("test.safetensors", MemorySegment.ofArray(file));
  }

  /** A model whose files are these bytes. */
  public static ModelFiles model(Map<String, byte[]> files) {
    return ModelFiles.resources(
        "test",
        name -> {
          byte[] bytes = files.get(name);
          return bytes == null ? null : new ByteArrayInputStream(bytes);
        });
  }
}
