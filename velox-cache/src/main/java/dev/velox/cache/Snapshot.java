package dev.velox.cache;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvShape;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a snapshot says before its rows are read: enough to refuse it.
 *
 * @param file where it lies
 * @param bytes its length
 * @param shape the shape of the cache
 * @param effective every setting in force
 * @param attention what the model does, one a layer
 * @param length tokens that every layer holds
 * @param notes what the application wrote beside the rows, by name
 */
public record Snapshot(
    Path file,
    long bytes,
    KvShape shape,
    CacheSpec effective,
    List<AttentionSpec> attention,
    int length,
    Map<String, byte[]> notes) {

  /** Copies both collections. */
  public Snapshot {
    attention = List.copyOf(attention);
    notes = Map.copyOf(notes);
  }
}
