package dev.velox.runtime.weights;

import static dev.velox.runtime.weights.SafetensorsBytes.entry;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the reader gives is what the file holds, bit for bit, in each weight type and by each way
 * in.
 */
class ValuesAreExactTest {
  private static final float[] VALUES = {0f, -0f, 1f, -1.5f, 0.25f, 96f, -0.0078125f, 2f};

  private static byte[] f32() {
    ByteBuffer b = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    for (float v : VALUES) {
      b.putFloat(v);
    }
    return b.array();
  }

  private static byte[] halves(boolean bf16) {
    ByteBuffer b = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    for (float v : VALUES) {
      b.putShort(bf16 ? (short) (Float.floatToRawIntBits(v) >>> 16) : Float.floatToFloat16(v));
    }
    return b.array();
  }

  @Test
  void theThreeWeightTypesGiveTheSameNumbers() {
    Map<String, byte[]> data = Map.of("F32", f32(), "F16", halves(false), "BF16", halves(true));
    data.forEach(
        (type, bytes) -> {
          String header = "{" + entry("w", type, "[2,4]", 0, bytes.length) + "}";
          Tensor w = SafetensorsBytes.parse(SafetensorsBytes.of(header, bytes)).require("w", 2, 4);
          assertEquals(List.of(2L, 4L), w.shape());
          assertArrayEquals(VALUES, w.toFloats(), type);
          assertEquals(8 + header.length(), w.offset());
        });
  }

  @Test
  void everyHalfAndEveryBfloatComesOutExactly() {
    ByteBuffer b = ByteBuffer.allocate(1 << 17).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 1 << 16; i++) {
      b.putShort((short) i);
    }
    Tensor f16 = tensor("F16", b.array());
    Tensor bf16 = tensor("BF16", b.array());
    for (int i = 0; i < 1 << 16; i++) {
      assertEquals(Float.float16ToFloat((short) i), f16.get(i));
      assertEquals(Float.intBitsToFloat(i << 16), bf16.get(i));
    }
  }

  private static Tensor tensor(String type, byte[] data) {
    String header = "{" + entry("w", type, "[65536]", 0, data.length) + "}";
    return SafetensorsBytes.parse(SafetensorsBytes.of(header, data)).require("w", 1 << 16);
  }

  @Test
  void emptyHeadersAndMetadataLoad() {
    assertEquals(Set.of(), SafetensorsBytes.parse(SafetensorsBytes.of("{}", new byte[0])).names());
    assertEquals(
        Set.of(),
        SafetensorsBytes.parse(SafetensorsBytes.of("{\"__metadata__\":{}}   ", new byte[0]))
            .names());
    String header =
        "{\"__metadata__\":{\"format\":\"pt\"},"
            + entry("none", "F32", "[0,7]", 0, 0)
            + ","
            + entry("one", "F32", "[]", 0, 4)
            + "}";
    SafetensorsFile file = SafetensorsBytes.parse(SafetensorsBytes.of(header, new byte[4]));
    assertEquals(0, file.require("none", 0, 7).elements());
    assertEquals(0f, file.require("one").get(0));
  }

  @Test
  void folderAndResourcesReadAlike(@TempDir Path folder) throws IOException {
    byte[] file = SafetensorsBytes.of("{" + entry("w", "F32", "[8]", 0, 32) + "}", f32());
    Files.write(folder.resolve("model.safetensors"), file);
    ModelFiles onDisk = ModelFiles.folder(folder);
    ModelFiles inMemory = SafetensorsBytes.model(Map.of("model.safetensors", file));
    try (WeightSource a = WeightSource.open(onDisk);
        WeightSource b = WeightSource.open(inMemory)) {
      assertArrayEquals(VALUES, a.require("w", 8).toFloats());
      assertArrayEquals(VALUES, b.require("w", 8).toFloats());
    }
    assertEquals(folder.getFileName().toString(), onDisk.name());
    assertEquals(onDisk.name(), ModelFiles.folder(folder.resolve("model.safetensors")).name());
  }

  @Test
  void shardsAreFoundThroughTheIndex(@TempDir Path folder) throws IOException {
    Files.write(
        folder.resolve("a.safetensors"),
        SafetensorsBytes.of("{" + entry("x", "F32", "[8]", 0, 32) + "}", f32()));
    Files.write(
        folder.resolve("b.safetensors"),
        SafetensorsBytes.of("{" + entry("y", "BF16", "[8]", 0, 16) + "}", halves(true)));
    Files.writeString(
        folder.resolve("model.safetensors.index.json"),
        "{\"metadata\":{\"total_size\":48},\"weight_map\":{\"x\":\"a.safetensors\","
            + "\"y\":\"b.safetensors\"}}");
    try (WeightSource source = WeightSource.open(ModelFiles.folder(folder))) {
      assertEquals(Set.of("x", "y"), source.names());
      assertArrayEquals(VALUES, source.require("x", 8).toFloats());
      assertArrayEquals(VALUES, source.require("y", 8).toFloats());
      assertTrue(source.find("z").isEmpty());
    }
  }

  /** A tensor of more than 2^31 bytes, in a file with a hole: offsets are long everywhere. */
  @Test
  void tensorsBeyondTwoGigabytesAreReadable(@TempDir Path folder) throws IOException {
    long elements = (1L << 29) + 16;
    String header = "{" + entry("w", "F32", "[" + elements + "]", 0, 4 * elements) + "}";
    byte[] start = SafetensorsBytes.of(header, new byte[0]);
    Path file = folder.resolve("model.safetensors");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      channel.write(ByteBuffer.wrap(start));
      ByteBuffer last = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
      channel.write(last.putFloat(42.5f).flip(), start.length + 4 * (elements - 1));
    }
    try (WeightSource source = WeightSource.open(ModelFiles.folder(folder))) {
      Tensor w = source.require("w", elements);
      assertEquals(42.5f, w.get(elements - 1));
      assertEquals(0f, w.get(elements / 2));
    }
  }
}
