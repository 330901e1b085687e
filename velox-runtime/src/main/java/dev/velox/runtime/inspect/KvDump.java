package dev.velox.runtime.inspect;

import dev.velox.api.AttentionSpec;
import dev.velox.api.FormatException;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.runtime.KvSample;
import dev.velox.runtime.weights.NpyFile;
import dev.velox.runtime.weights.SafetensorsFile;
import dev.velox.runtime.weights.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads keys and values that somebody wrote down: {@code .safetensors} files whose tensors, or
 * {@code .npy} files whose names, say the layer (their first number) and the role (a word {@code
 * k}, {@code key}, {@code v}, {@code value}): {@code layer3.k}, {@code key_cache_3.npy}.
 *
 * <p>Arrays are {@code [token][head][channel]}, {@code [token][channel]}, or {@code
 * [1][head][token][channel]} as HuggingFace keeps them; all of one shape.
 */
public final class KvDump {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");
  private static final Set<String> KEY_WORDS = Set.of("k", "key", "keys");
  private static final Set<String> VALUE_WORDS = Set.of("v", "value", "values");

  private final boolean headsFirst;
  private final Map<Integer, float[][]> layers = new TreeMap<>();
  private int heads;
  private int tokens;
  private int dim;

  private KvDump(boolean headsFirst) {
    this.headsFirst = headsFirst;
  }

  /**
   * Whether a path looks like a dump and not like a model.
   *
   * @param path what the user named
   * @return true for {@code .npy}, and for {@code .safetensors} without a config beside it
   */
  public static boolean looksLikeOne(Path path) {
    String name = path.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".npy")
        || (name.endsWith(".safetensors")
            && !Files.exists(path.toAbsolutePath().resolveSibling("config.json")));
  }

  /**
   * Reads files.
   *
   * @param files at least one
   * @param attention how keys were rotated, given the head dim; without a rotation keys are taken
   *     as they are
   * @param headsFirst whether arrays of three extents are {@code [head][token][channel]}
   * @return the rows of all of them
   * @throws FormatException if a file is missing or broken, shapes differ, or nothing is a key or a
   *     value
   */
  public static KvSample read(
      List<Path> files, IntFunction<AttentionSpec> attention, boolean headsFirst) {
    KvDump dump = new KvDump(headsFirst);
    for (Path file : files) {
      dump.add(file);
    }
    String name = files.getFirst().toString();
    if (dump.layers.isEmpty()) {
      throw new FormatException(
          name, -1, "tensors", "none named k, key, v or value", "must be at least one");
    }
    List<KvSample.Layer> layers = new ArrayList<>();
    dump.layers.forEach(
        (index, rows) -> layers.add(new KvSample.Layer(index, rows[0], rows[1], new float[0])));
    KvShape shape = new KvShape(layers.size(), dump.heads, dump.heads, dump.dim, dump.tokens);
    return new KvSample(name, shape, attention.apply(dump.dim), 0, layers);
  }

  private void add(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new FormatException(
          file.toString(), -1, "file", "missing", "must be a .npy or .safetensors file");
    }
    MemorySegment bytes;
    try {
      bytes = MemorySegment.ofArray(Files.readAllBytes(file));
    } catch (IOException | OutOfMemoryError e) {
      throw new FormatException(
          file.toString(), -1, "file", e.getClass().getSimpleName(), "must be readable", e);
    }
    if (file.toString().toLowerCase(Locale.ROOT).endsWith(".npy")) {
      Path last = file.getFileName();
      add(last == null ? "" : last.toString(), NpyFile.parse(file.toString(), bytes));
      return;
    }
    try (SafetensorsFile tensors = SafetensorsFile.parse(file.toString(), bytes)) {
      for (String name : tensors.names()) {
        add(name, tensors.find(name).orElseThrow());
      }
    }
  }

  private void add(String name, Tensor tensor) {
    List<String> words = Arrays.asList(name.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"));
    boolean key = words.stream().anyMatch(KEY_WORDS::contains);
    boolean value = words.stream().anyMatch(VALUE_WORDS::contains);
    if (key == value) {
      return;
    }
    Matcher number = NUMBER.matcher(name);
    int layer = number.find() ? Integer.parseInt(number.group()) : 0;
    float[] rows = rows(name, tensor);
    Role role = key ? Role.KEYS : Role.VALUES;
    float[][] both = layers.computeIfAbsent(layer, i -> new float[2][0]);
    if (both[role.ordinal()].length > 0) {
      throw fault(tensor, role.label() + " of layer " + layer, name, "are given twice");
    }
    both[role.ordinal()] = rows;
  }

  /** The rows as {@code [head][token][channel]}. */
  private float[] rows(String name, Tensor tensor) {
    List<Long> shape = tensor.shape();
    int rank = shape.size();
    if (rank < 2 || rank > 4 || (rank == 4 && shape.getFirst() != 1) || shape.contains(0L)) {
      throw fault(
          tensor,
          "shape of " + name,
          shape,
          "must be [token][channel], [token][head][channel] or 1 of them");
    }
    boolean first = rank == 4 || (rank == 3 && headsFirst);
    int h = rank == 2 ? 1 : extent(shape.get(first ? rank - 3 : rank - 2));
    int t = extent(shape.get(rank == 2 ? 0 : first ? rank - 2 : rank - 3));
    int d = extent(shape.getLast());
    if (layers.isEmpty()) {
      heads = h;
      tokens = t;
      dim = d;
    }
    if (h != heads || t != tokens || d != dim) {
      throw fault(
          tensor,
          "shape of " + name,
          shape,
          "must have the "
              + tokens
              + " tokens, "
              + heads
              + " heads and "
              + dim
              + " channels of the first");
    }
    float[] rows = tensor.toFloats();
    for (int i = 0; i < rows.length; i++) {
      if (!Float.isFinite(rows[i])) {
        throw fault(tensor, "number " + i + " of " + name, rows[i], "must be finite");
      }
    }
    if (first || heads == 1) {
      return rows;
    }
    float[] turned = new float[rows.length];
    for (int i = 0; i < tokens; i++) {
      for (int j = 0; j < heads; j++) {
        System.arraycopy(rows, (i * heads + j) * dim, turned, (j * tokens + i) * dim, dim);
      }
    }
    return turned;
  }

  private static int extent(long extent) {
    return (int) Math.min(extent, Integer.MAX_VALUE);
  }

  private static FormatException fault(Tensor tensor, String field, Object found, String rule) {
    return new FormatException(tensor.file(), tensor.offset(), field, found, rule);
  }
}
