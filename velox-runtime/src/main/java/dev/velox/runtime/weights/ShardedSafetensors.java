package dev.velox.runtime.weights;

import dev.velox.api.FormatException;
import dev.velox.runtime.json.JsonFields;
import java.lang.foreign.Arena;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tensors spread over several safetensors files, found through an index that names the file of
 * each.
 */
final class ShardedSafetensors implements WeightSource {
  private static final int INDEX_LIMIT = 64 << 20;

  private final String label;
  private final Map<String, SafetensorsFile> shardOf;
  private final List<SafetensorsFile> shards;
  private final Arena arena;

  private ShardedSafetensors(String label, Map<String, SafetensorsFile> shardOf, Arena arena) {
    this.label = label;
    this.shardOf = shardOf;
    this.shards = shardOf.values().stream().distinct().toList();
    this.arena = arena;
  }

  static ShardedSafetensors open(ModelFiles files, Arena arena) {
    String label = files.label(INDEX);
    JsonFields index = JsonFields.parse(label, files.read(INDEX, INDEX_LIMIT));
    Map<String, String> weightMap = index.object("weight_map").texts();
    if (weightMap.isEmpty()) {
      throw new FormatException(label, -1, "weight_map", "{}", "must name at least one tensor");
    }
    Map<String, SafetensorsFile> shards = new LinkedHashMap<>();
    Map<String, SafetensorsFile> shardOf = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : weightMap.entrySet()) {
      String file = plainName(label, entry.getKey(), entry.getValue());
      SafetensorsFile shard =
          shards.computeIfAbsent(file, f -> SafetensorsFile.open(files, f, arena));
      if (shard.find(entry.getKey()).isEmpty()) {
        throw new FormatException(
            shard.label(),
            -1,
            "tensor " + entry.getKey(),
            "missing",
            "must be there, the index says so");
      }
      shardOf.put(entry.getKey(), shard);
    }
    return new ShardedSafetensors(label, shardOf, arena);
  }

  /** An index names files beside it and nothing else. */
  private static String plainName(String label, String tensor, String file) {
    boolean plain =
        file.endsWith(".safetensors")
            && file.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || c < ' ');
    if (!plain) {
      throw new FormatException(
          label, -1, "file of " + tensor, file, "must be a .safetensors name without a path");
    }
    return file;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public Set<String> names() {
    return Collections.unmodifiableSet(shardOf.keySet());
  }

  @Override
  public Optional<Tensor> find(String name) {
    SafetensorsFile shard = shardOf.get(name);
    return shard == null ? Optional.empty() : shard.find(name);
  }

  @Override
  public void check() {
    for (SafetensorsFile shard : shards) {
      shard.check();
    }
  }

  @Override
  public void close() {
    Arenas.close(arena);
  }
}
