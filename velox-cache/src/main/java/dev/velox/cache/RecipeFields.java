package dev.velox.cache;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.api.Role;
import dev.velox.api.Rope;
import dev.velox.api.spi.KvMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The first section of a snapshot: how the cache was opened.
 *
 * @param shape the shape
 * @param spec every setting in force
 * @param versions state version by method id
 * @param attention what the model does, one a layer
 * @param length tokens that every layer holds
 */
record RecipeFields(
    KvShape shape,
    CacheSpec spec,
    Map<String, Integer> versions,
    List<AttentionSpec> attention,
    int length) {

  /** Bytes of a layer's sections at the very least: it bounds the layers of a small file. */
  private static final int LEAST_LAYER_BYTES =
      5 * (SnapshotFormat.SECTION_HEADER_BYTES + SnapshotFormat.CHECKSUM_BYTES);

  private static final int NO_ROPE = 0;
  private static final int HALF = 1;
  private static final int INTERLEAVED = 2;

  static RecipeFields of(CacheRecipe recipe, int length) {
    Map<String, Integer> versions = new TreeMap<>();
    List<AttentionSpec> attention = new ArrayList<>();
    for (LayerRecipe layer : recipe.layers()) {
      attention.add(layer.attention());
      for (Role role : Role.values()) {
        KvMethod method = layer.role(role).method();
        versions.put(method.id(), method.stateVersion());
      }
    }
    return new RecipeFields(recipe.shape(), recipe.effective(), versions, attention, length);
  }

  FieldWriter write() {
    FieldWriter out =
        new FieldWriter()
            .int32(shape.layers())
            .int32(shape.kvHeads())
            .int32(shape.queryHeads())
            .int32(shape.headDim())
            .int32(shape.capacity())
            .int32(length)
            .text(spec.toString())
            .int32(versions.size());
    versions.forEach((id, version) -> out.text(id).int32(version));
    List<AttentionSpec> distinct = attention.stream().distinct().toList();
    out.int32(distinct.size());
    distinct.forEach(a -> attention(a, out));
    attention.forEach(a -> out.int32(distinct.indexOf(a)));
    return out;
  }

  private static void attention(AttentionSpec spec, FieldWriter out) {
    out.float32(spec.scale()).float32(spec.softCap()).int32(spec.slidingWindow());
    Rope rope = spec.rope().orElse(null);
    if (rope == null) {
      out.int32(NO_ROPE).int32(0);
      return;
    }
    out.int32(rope.pairing() == Rope.Pairing.HALF ? HALF : INTERLEAVED).int32(rope.pairs());
    for (int p = 0; p < rope.pairs(); p++) {
      out.float64(rope.inverseFrequency(p));
    }
  }

  static RecipeFields read(FieldReader in, long fileBytes) {
    int layers =
        in.int32("layers", 1, (int) Math.min(Integer.MAX_VALUE, fileBytes / LEAST_LAYER_BYTES));
    KvShape shape =
        checked(
            in,
            "shape",
            () ->
                new KvShape(
                    layers,
                    in.int32("kv heads"),
                    in.int32("query heads"),
                    in.int32("head dim"),
                    in.int32("capacity")));
    int length = in.int32("tokens", 0, shape.capacity());
    String text = in.text("spec");
    CacheSpec spec = checked(in, "spec", () -> CacheSpec.parse(text));
    Map<String, Integer> versions = new TreeMap<>();
    for (int n = in.count("methods", 2 * Integer.BYTES); n > 0; n--) {
      versions.put(in.text("method id"), in.int32("state version"));
    }
    List<AttentionSpec> distinct = new ArrayList<>();
    for (int n = in.count("attention specs", 5 * Integer.BYTES); n > 0; n--) {
      distinct.add(checked(in, "attention spec", () -> attention(in)));
    }
    List<AttentionSpec> attention = new ArrayList<>();
    for (int i = 0; i < layers; i++) {
      attention.add(distinct.get(in.int32("attention of layer " + i, 0, distinct.size() - 1)));
    }
    in.end();
    checked(
        in,
        "attention specs",
        () -> {
          SnapshotFormat.check(shape, attention);
          return shape;
        });
    return new RecipeFields(shape, spec, versions, attention, length);
  }

  private static AttentionSpec attention(FieldReader in) {
    float scale = in.float32("scale");
    float softCap = in.float32("soft cap");
    int slidingWindow = in.int32("sliding window");
    int pairing = in.int32("pairing", NO_ROPE, INTERLEAVED);
    double[] frequencies = new double[in.count("rotary pairs", Double.BYTES)];
    for (int p = 0; p < frequencies.length; p++) {
      frequencies[p] = in.float64("frequency of pair " + p);
    }
    if ((pairing == NO_ROPE) != (frequencies.length == 0)) {
      throw in.fault(
          "rotary pairs", frequencies.length, "must be 0 without pairing, else 1 or more");
    }
    Optional<Rope> rope = Optional.empty();
    if (pairing != NO_ROPE) {
      Rope.Pairing pairs = pairing == HALF ? Rope.Pairing.HALF : Rope.Pairing.INTERLEAVED;
      rope = Optional.of(Rope.withFrequencies(frequencies).withPairing(pairs));
    }
    return new AttentionSpec(scale, softCap, slidingWindow, rope);
  }

  /** What a refusal of the API says about a value becomes one of the file. */
  private static <T> T checked(FieldReader in, String field, Supplier<T> make) {
    try {
      return make.get();
    } catch (ConfigException e) {
      throw in.fault(field, e.value(), String.valueOf(e.getMessage()), e);
    }
  }

  /** The recipe, if the methods installed give the very one that was saved. */
  CacheRecipe resolve(FieldReader in, Methods methods) {
    CacheRecipe recipe =
        checked(in, "spec", () -> new RecipeResolver(methods, shape, spec, attention).resolve());
    if (!recipe.effective().equals(spec)) {
      throw in.fault("spec", spec, "must be complete, such as " + recipe.effective());
    }
    Map<String, Integer> installed = of(recipe, length).versions();
    if (!installed.equals(versions)) {
      throw in.fault(
          "state versions", versions, "must be " + installed + ", those of the methods installed");
    }
    return recipe;
  }
}
