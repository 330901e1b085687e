package dev.velox.runtime.model;

import dev.velox.runtime.weights.ModelFiles;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tiny models among the test resources, with their known answers. */
public final class TestModels {
  public static final String TIED = "llama-tied";
  public static final String SHARDED = "llama31-untied-sharded-bf16";

  private TestModels() {}

  public static Path folder(String name) {
    return Path.of(System.getProperty("basedir", ""), "src", "test", "resources", "models", name);
  }

  public static ModelFiles files(String name) {
    return ModelFiles.folder(folder(name));
  }

  /** A model with one file replaced. */
  public static ModelFiles changed(String name, String file, byte[] content) {
    return ModelFiles.resources(
        name,
        wanted -> {
          if (wanted.equals(file)) {
            return new ByteArrayInputStream(content);
          }
          ModelFiles files = files(name);
          return files.has(wanted) ? new ByteArrayInputStream(files.read(wanted, 1 << 24)) : null;
        });
  }

  public static ModelFiles changed(String name, String file, String content) {
    return changed(name, file, content.getBytes(StandardCharsets.UTF_8));
  }

  public static String text(String name, String file) {
    return new String(files(name).read(file, 1 << 24), StandardCharsets.UTF_8);
  }

  public static JsonNode expected(String name) {
    return JsonMapper.builder().build().readTree(text(name, "expected.json"));
  }

  public static int[] ints(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).mapToInt(JsonNode::asInt).toArray();
  }

  public static double[] doubles(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .mapToDouble(JsonNode::asDouble)
        .toArray();
  }

  public static List<String> names() {
    return List.of(TIED, SHARDED);
  }
}
