package dev.velox.runtime.weights;

import static dev.velox.runtime.weights.SafetensorsBytes.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.FormatException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A file that breaks the format gives a {@link FormatException} that says where and what, and
 * nothing else.
 */
class BrokenFilesAreRefusedTest {
  private static final byte[] NO_DATA = {};

  private static Arguments broken(String what, String fieldSaid, byte[] file) {
    return Arguments.of(what, fieldSaid, file);
  }

  private static Arguments header(String what, String fieldSaid, String header, int dataBytes) {
    return broken(what, fieldSaid, SafetensorsBytes.of(header, new byte[dataBytes]));
  }

  private static Arguments length(String what, long length) {
    byte[] text = "{}".getBytes(StandardCharsets.UTF_8);
    return broken(what, "header length", SafetensorsBytes.withLength(length, text, NO_DATA));
  }

  private static String one(String type, String shape, String offsets) {
    return "{\"x\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":%s}}"
        .formatted(type, shape, offsets);
  }

  static Stream<Arguments> files() {
    String big = "9223372036854775807";
    return Stream.of(
        broken("empty", "file size", NO_DATA),
        broken("seven bytes", "file size", new byte[7]),
        length("header of nothing", 0),
        length("header of one byte", 1),
        length("header longer than the file", 3),
        length("negative header", -1),
        length("header of 2^63", Long.MIN_VALUE),
        length("header that wraps", -5),
        length("header above the limit", 100_000_001),
        header("no object", "first byte of the header", "[]", 0),
        header("a space first", "first byte of the header", " {}", 0),
        header("cut JSON", "header", "{\"x\":", 0),
        header("text after", "end of the header", "{} {}", 0),
        header("name of another kind", "tensor x", "{\"x\":7}", 0),
        header(
            "the same name twice",
            "header",
            "{" + entry("x", "F32", "[1]", 0, 4) + "," + entry("x", "F32", "[1]", 4, 8) + "}",
            8),
        header(
            "the same field twice",
            "header",
            "{\"x\":{\"dtype\":\"F32\",\"dtype\":\"F16\",\"shape\":[1],\"data_offsets\":[0,4]}}",
            4),
        header("metadata not text", "__metadata__.a", "{\"__metadata__\":{\"a\":1}}", 0),
        header("metadata not an object", "__metadata__", "{\"__metadata__\":[]}", 0),
        header("unknown type", "dtype of x", one("F7", "[1]", "[0,4]"), 4),
        header("unknown type, range past the end", "dtype of x", one("F7", "[1]", "[0,400]"), 4),
        header("type in small letters", "dtype of x", one("f32", "[1]", "[0,4]"), 4),
        header("type missing", "dtype of x", "{\"x\":{\"shape\":[1],\"data_offsets\":[0,4]}}", 4),
        header(
            "unknown field",
            "field of x",
            "{\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4],\"y\":0}}",
            4),
        header("one offset", "data_offsets of x", one("F32", "[0]", "[0]"), 0),
        header("three offsets", "data_offsets of x", one("F32", "[1]", "[0,1,2]"), 4),
        header("offset as text", "data_offsets of x", one("F32", "[1]", "[\"a\",1]"), 4),
        header("offset with a fraction", "data_offsets of x", one("F32", "[1]", "[1.5,2]"), 4),
        header("negative offset", "data_offsets of x", one("F32", "[1]", "[-4,0]"), 4),
        header("end before begin", "data_offsets of x", one("F32", "[1]", "[10,4]"), 16),
        header(
            "end before begin, second",
            "data_offsets of y",
            "{" + entry("x", "F32", "[4]", 0, 16) + "," + entry("y", "F32", "[1]", 16, 4) + "}",
            16),
        header("range past the file", "data_offsets of x", one("F32", "[2]", "[0,8]"), 7),
        header("range of 2^63", "data_offsets of x", one("F32", "[1]", "[0," + big + "]"), 4),
        header("offset above 2^63", "data_offsets of x", one("F32", "[1]", "[0,1" + big + "]"), 4),
        header("63 bytes for 64", "data_offsets of x", one("F32", "[4,4]", "[0,63]"), 63),
        header("65 bytes for 64", "data_offsets of x", one("F32", "[4,4]", "[0,65]"), 65),
        header("negative extent", "shape of x", one("F32", "[-1,-1]", "[0,4]"), 4),
        header("product that wraps", "shape", one("F32", "[2,2147483647,2147483649]", "[0,4]"), 4),
        header("product that wraps to nothing", "shape", one("F64", "[" + big + ",2]", "[0,8]"), 8),
        header("product hidden by a zero", "shape", one("F32", "[0," + big + "]", "[0,0]"), 0),
        header("nine extents", "shape of x", one("F32", "[1,1,1,1,1,1,1,1,1]", "[0,4]"), 4),
        header("shape not a list", "shape of x", one("F32", "4", "[0,16]"), 16),
        header("nested shape", "shape of x", one("F32", "[[[[4]]]]", "[0,16]"), 16),
        header("hole at the start", "data_offsets of x", one("F32", "[1]", "[4,8]"), 8),
        header(
            "overlap",
            "data_offsets of y",
            "{" + entry("x", "F32", "[2]", 0, 8) + "," + entry("y", "F32", "[2]", 4, 12) + "}",
            12),
        header(
            "hole",
            "data_offsets of y",
            "{" + entry("x", "F32", "[1]", 0, 4) + "," + entry("y", "F32", "[1]", 8, 12) + "}",
            12),
        header("bytes left over", "bytes of all tensors", one("F32", "[1]", "[0,4]"), 5),
        header("data without tensors", "bytes of all tensors", "{}", 1),
        header("deep nesting", "tensor x", "{\"x\":" + "[".repeat(10_000), 0),
        broken(
            "no UTF-8",
            "header",
            SafetensorsBytes.withLength(
                7, new byte[] {'{', '"', -1, '"', ':', '1', '}'}, NO_DATA)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void eachIsRefusedAndNamed(String what, String fieldSaid, byte[] file) {
    FormatException e =
        assertThrows(FormatException.class, () -> SafetensorsBytes.parse(file), what);
    assertTrue(e.field().startsWith(fieldSaid), what + ": " + e.getMessage());
    assertEquals("test.safetensors", e.file());
    assertFalse(e.found().isEmpty());
    assertFalse(e.allowed().isEmpty());
    assertTrue(e.offset() >= -1 && e.offset() <= file.length, what + ": " + e.getMessage());
  }

  private static byte[] valid() {
    byte[] data = new byte[12];
    Arrays.fill(data, (byte) 1);
    return SafetensorsBytes.of(
        "{\"__metadata__\":{\"format\":\"pt\"},"
            + entry("a", "F32", "[1,2]", 0, 8)
            + ","
            + entry("b", "BF16", "[2]", 8, 12)
            + "}",
        data);
  }

  @Test
  void everyOtherLengthIsRefused() {
    byte[] whole = valid();
    assertEquals(2, SafetensorsBytes.parse(whole).names().size());
    for (int n = 0; n < whole.length + 64; n++) {
      byte[] other = Arrays.copyOf(whole, n);
      if (n != whole.length) {
        assertThrows(FormatException.class, () -> SafetensorsBytes.parse(other), "length " + n);
      }
    }
  }

  /** Random damage is either harmless or refused; no other exception, whatever the bytes. */
  @Test
  void randomDamageGivesNoOtherException() {
    int runs = Boolean.getBoolean("velox.deep") ? 1_000_000 : 30_000;
    SplittableRandom random = new SplittableRandom(11);
    byte[] whole = valid();
    int refused = 0;
    for (int run = 0; run < runs; run++) {
      byte[] damaged = whole.clone();
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        damaged[random.nextInt(damaged.length - 12)] = (byte) random.nextInt(256);
      }
      try {
        SafetensorsBytes.parse(damaged);
      } catch (FormatException e) {
        refused++;
      }
    }
    assertTrue(refused > runs / 2, "refused " + refused);
  }

  @Test
  void whatIsNotAWeightIsRefusedWhenItIsAskedFor() {
    SafetensorsFile file =
        SafetensorsBytes.parse(
            SafetensorsBytes.of("{" + entry("n", "I32", "[2]", 0, 8) + "}", new byte[8]));
    assertEquals(TensorType.I32, file.find("n").orElseThrow().type());
    FormatException type = assertThrows(FormatException.class, () -> file.require("n", 2));
    assertEquals("dtype of n", type.field());
    FormatException shape = assertThrows(FormatException.class, () -> file.require("n", 3));
    assertEquals("[2]", shape.found());
    FormatException missing = assertThrows(FormatException.class, () -> file.require("m", 2));
    assertEquals("tensor m", missing.field());
  }

  @Test
  void indexesThatLeaveTheFolderOrLieAreRefused(@TempDir Path folder) throws IOException {
    Files.write(
        folder.resolve("a.safetensors"),
        SafetensorsBytes.of("{" + entry("x", "F32", "[1]", 0, 4) + "}", new byte[4]));
    for (String map :
        List.of(
            "{\"x\":\"../a.safetensors\"}",
            "{\"x\":\"/etc/a.safetensors\"}",
            "{\"x\":\"b\\\\a.safetensors\"}",
            "{\"x\":\"a.bin\"}",
            "{\"x\":\"missing.safetensors\"}",
            "{\"y\":\"a.safetensors\"}",
            "{\"x\":7}",
            "{\"x\":\"a.safetensors\",\"x\":\"a.safetensors\"}",
            "{}",
            "[]")) {
      Files.writeString(
          folder.resolve("model.safetensors.index.json"), "{\"weight_map\":" + map + "}");
      ModelFiles files = ModelFiles.folder(folder);
      assertThrows(FormatException.class, () -> WeightSource.open(files), map);
    }
  }

  @Test
  void missingFoldersAndFilesAreNamed(@TempDir Path folder) throws IOException {
    Path absent = folder.resolve("absent");
    FormatException noFolder = assertThrows(FormatException.class, () -> ModelFiles.folder(absent));
    assertEquals(absent.toString(), noFolder.file());
    Path text = Files.writeString(folder.resolve("notes.txt"), "no model");
    assertThrows(FormatException.class, () -> ModelFiles.folder(text));
    ModelFiles files = ModelFiles.folder(folder);
    FormatException noFile = assertThrows(FormatException.class, () -> WeightSource.open(files));
    assertEquals(folder.resolve("model.safetensors").toString(), noFile.file());
    assertThrows(FormatException.class, () -> WeightSource.open(SafetensorsBytes.model(Map.of())));
    assertThrows(FormatException.class, () -> ModelFiles.folder(folder).read("notes.txt", 3));
    assertThrows(
        FormatException.class, () -> SafetensorsBytes.model(Map.of("a", new byte[4])).read("a", 3));
  }
}
