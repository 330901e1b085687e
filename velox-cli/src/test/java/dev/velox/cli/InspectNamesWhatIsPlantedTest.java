package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code inspect} names the layer, head and channels that were planted, and nothing else. */
class InspectNamesWhatIsPlantedTest {
  private static final String[] LOOK = {"inspect", "--no-suggest", "--json", "--windows", "1"};

  private static JsonNode look(String... more) {
    String[] args = new String[LOOK.length + more.length];
    System.arraycopy(LOOK, 0, args, 0, LOOK.length);
    System.arraycopy(more, 0, args, LOOK.length, more.length);
    return Ran.velox(args).json();
  }

  private static String text(String... more) {
    List<String> args = new ArrayList<>(List.of("inspect", "--no-suggest"));
    args.addAll(List.of(more));
    return Ran.velox(args.toArray(String[]::new)).done().out();
  }

  private static List<String> findings(JsonNode json) {
    List<String> found = new ArrayList<>();
    for (JsonNode f : json.get("findings")) {
      found.add(
          String.join(
              " ",
              f.get("kind").stringValue(),
              f.get("role").stringValue(),
              f.get("layer").toString(),
              f.get("head").toString(),
              f.get("channels").toString()));
    }
    return found;
  }

  @Test
  void nothingOnACleanModel() {
    JsonNode json = look();
    assertEquals(List.of(), findings(json), json.toString());
    assertEquals(24, json.get("heads").size());
    assertFalse(json.has("suggestion"), "only looked");
  }

  @Test
  void loudChannelsOfAModel(@TempDir Path folder) throws IOException {
    String model = new PlantedModel(folder).loud(3, 1, 5, 24).loud(3, 1, 37, 24).write();
    JsonNode json = look(model);
    assertEquals(List.of("loud keys 3 1 [5,37]"), findings(json), json.toString());
  }

  @Test
  void biasedKeysOfAModel(@TempDir Path folder) throws IOException {
    String model = new PlantedModel(folder).biased(2, 0, 7, 128).write();
    JsonNode json = look(model);
    assertEquals(List.of("biased keys 2 0 [7]"), findings(json), json.toString());
  }

  /** A dump with a constant added to the un-rotated keys of head 1, channels 3 and 40. */
  @Test
  void biasedKeysOfADump(@TempDir Path folder) throws IOException {
    Path keys = copy(folder, "layer4.k.npy");
    byte[] bytes = Files.readAllBytes(keys);
    ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int start = bytes.length - 512 * 2 * 64 * Float.BYTES;
    for (int t = 0; t < 512; t++) {
      turn(data, start + (t * 2 + 1) * 64 * Float.BYTES, 3, t, 60, 0);
      turn(data, start + (t * 2 + 1) * 64 * Float.BYTES, 8, t, 0, 60);
    }
    Files.write(keys, bytes);
    String values = copy(folder, "layer4.v.npy").toString();
    JsonNode json = look(keys.toString(), values, "--rope-base", "10000");
    assertEquals(List.of("biased keys 4 1 [3,40]"), findings(json), json.toString());
    String text = text(keys.toString(), values, "--rope-base", "10000");
    assertTrue(text.contains("layer 4, head 1: keys of channels [3, 40] carry a constant"), text);
    assertTrue(text.contains("keep center=on"), text);
    String[] rotated = {keys.toString(), values};
    assertFalse(findings(look(rotated)).contains("biased keys 4 1 [3,40]"));
  }

  /** Adds a constant row, rotated to its position, to one pair of channels. */
  private static void turn(ByteBuffer data, int at, int pair, int position, double x, double y) {
    double angle = position * Math.pow(10_000, -2.0 * pair / 64);
    int first = at + pair * Float.BYTES;
    int second = at + (pair + 32) * Float.BYTES;
    double a = x * Math.cos(angle) - y * Math.sin(angle);
    double b = x * Math.sin(angle) + y * Math.cos(angle);
    data.putFloat(first, (float) (data.getFloat(first) + a));
    data.putFloat(second, (float) (data.getFloat(second) + b));
  }

  @Test
  void aCleanDumpOfEitherForm(@TempDir Path folder) throws IOException {
    String dump = copy(folder, "kv-first256.safetensors").toString();
    JsonNode json = look(dump, "--rope-base", "10000");
    assertEquals(List.of(), findings(json), json.toString());
    assertEquals(2, json.get("layers").intValue());
    assertEquals(256, json.get("tokens").intValue());
    String text = text(dump, "--rope-base", "10000");
    assertTrue(text.contains("nothing stands out"), text);
    JsonNode suggested =
        Ran.velox("inspect", dump, "--rope-base", "10000", "--json").json().get("suggestion");
    assertTrue(
        suggested.get("codedBits").doubleValue() <= suggested.get("usualBits").doubleValue());
    assertTrue(
        suggested.get("measured").doubleValue() <= suggested.get("usualMeasured").doubleValue());
  }

  @Test
  void filesThatAreNoDumpAreRefused(@TempDir Path folder) throws IOException {
    String empty = Files.write(folder.resolve("k.npy"), new byte[3]).toString();
    Ran.velox("inspect", empty).refused(ExitCode.DATA, "k.npy", "magic");
    byte[] bytes = Files.readAllBytes(copy(folder, "layer4.k.npy"));
    String cut =
        Files.write(folder.resolve("k2.npy"), java.util.Arrays.copyOf(bytes, 5000)).toString();
    Ran.velox("inspect", cut).refused(ExitCode.DATA, "k2.npy", "elements");
    String text = new String(bytes, StandardCharsets.ISO_8859_1).replace("<f4", "<f8");
    String doubles =
        Files.write(folder.resolve("k3.npy"), text.getBytes(StandardCharsets.ISO_8859_1))
            .toString();
    Ran.velox("inspect", doubles).refused(ExitCode.DATA, "k3.npy", "<f8", "<f4");
    String unnamed = Files.write(folder.resolve("rows.npy"), bytes).toString();
    Ran.velox("inspect", unnamed).refused(ExitCode.DATA, "rows.npy", "key");
    String keys = Files.write(folder.resolve("layer1.k.npy"), bytes).toString();
    Ran.velox("inspect", keys, keys).refused(ExitCode.DATA, "twice");
    Ran.velox("inspect", keys, "--rope-base", "10000", "--rope-dims", "66")
        .refused(ExitCode.USAGE, "rope-dims");
    Ran.velox("inspect", keys, "--rope-dims", "64").refused(ExitCode.USAGE, "rope-base");
    Ran.velox("inspect", "--rope-base", "10000").refused(ExitCode.USAGE, "rope-base");
    Ran.velox("inspect", folder.resolve("none.npy").toString()).refused(ExitCode.DATA, "none.npy");
  }

  private static Path copy(Path folder, String name) throws IOException {
    String resource = "/kv/" + name;
    try (InputStream in =
        Objects.requireNonNull(InspectNamesWhatIsPlantedTest.class.getResourceAsStream(resource))) {
      return Files.write(folder.resolve(name), in.readAllBytes());
    }
  }
}
