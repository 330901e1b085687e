package dev.velox.cache;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.Center;
import dev.velox.api.ConfigException;
import dev.velox.api.ExactType;
import dev.velox.api.KvShape;
import dev.velox.api.LayerOverride;
import dev.velox.api.MethodPair;
import dev.velox.api.MethodSpec;
import dev.velox.api.Methods;
import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.Config;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackTraits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Turns a spec into recipes: finds methods, reads options, settles what was left open, refuses the
 * impossible.
 */
final class RecipeResolver {
  private final Methods methods;
  private final KvShape shape;
  private final CacheSpec spec;
  private final List<AttentionSpec> attention;
  private final Precision precision;

  RecipeResolver(Methods methods, KvShape shape, CacheSpec spec, List<AttentionSpec> attention) {
    this.methods = methods;
    this.shape = shape;
    this.spec = spec;
    this.attention = attention;
    this.precision = spec.precision().orElse(Precision.BALANCED);
    check();
  }

  private void check() {
    if (attention.size() != shape.layers()) {
      throw new ConfigException(
          "cache", "attention specs", attention.size(), "must be one a layer, " + shape.layers());
    }
    for (AttentionSpec a : attention) {
      int dims = a.rope().map(r -> r.dims()).orElse(0);
      if (dims > shape.headDim()) {
        throw new ConfigException(
            "attention", "rope dims", dims, "must be at most head-dim " + shape.headDim());
      }
    }
    for (LayerOverride o : spec.overrides()) {
      for (int layer : o.layers()) {
        if (layer >= shape.layers()) {
          throw new ConfigException(
              "cache", "layers", layer, "must be below the model's " + shape.layers());
        }
      }
    }
  }

  CacheRecipe resolve() {
    List<RoleRecipe> keys = new ArrayList<>();
    List<RoleRecipe> values = new ArrayList<>();
    for (int i = 0; i < shape.layers(); i++) {
      keys.add(role(Role.KEYS, i));
      values.add(role(Role.VALUES, i));
    }
    List<RoleRecipe> all = new ArrayList<>(keys);
    all.addAll(values);
    int sinks = spec.sinks().orElse(all.stream().mapToInt(r -> r.traits().sinks()).max().orElse(0));
    int window =
        spec.window().orElse(all.stream().mapToInt(r -> r.traits().window()).max().orElse(0));
    List<LayerRecipe> layers =
        IntStream.range(0, shape.layers())
            .mapToObj(i -> layer(i, keys.get(i), values.get(i), sinks, window))
            .toList();
    return new CacheRecipe(shape, effective(keys, values, sinks, window), layers);
  }

  private RoleRecipe role(Role role, int layer) {
    MethodPair pair = spec.methods(layer);
    KvMethod method = methods.get(pair.of(role).id());
    try {
      return role(role, layer, method, config(method, pair, role));
    } catch (RuntimeException | Error e) {
      throw MethodFault.of(e, "its options and traits", method);
    }
  }

  private RoleRecipe role(Role role, int layer, KvMethod method, Config config) {
    TrackContext asked = context(role, layer, config);
    TrackContext context = context(role, layer, method.resolve(asked));
    TrackTraits traits = method.traits(context);
    ExactType rows = spec.exact().orElse(ExactType.F16);
    ExactType exact = traits.exactRows() == ExactType.F32 ? ExactType.F32 : rows;
    boolean centred = spec.center().orElse(Center.CODED).applies(traits.coded());
    return new RoleRecipe(method, context, traits, exact, centred);
  }

  private TrackContext context(Role role, int layer, Config config) {
    return new TrackContext(
        role, shape, layer, config, NoMemory.INSTANCE, attention.get(layer), precision, methods);
  }

  private static Config config(KvMethod method, MethodPair pair, Role role) {
    ConfigSchema schema = method.schema(role);
    Map<String, String> options = new TreeMap<>(pair.of(role).options());
    if (pair.shared()) {
      Role other = role == Role.KEYS ? Role.VALUES : Role.KEYS;
      checkKnown(method, options);
      options
          .keySet()
          .removeIf(
              name ->
                  schema.option(name).isEmpty() && method.schema(other).option(name).isPresent());
    }
    return schema.parse(options);
  }

  /** A bare method may be given the options of either role. */
  private static void checkKnown(KvMethod method, Map<String, String> options) {
    Set<String> known = new LinkedHashSet<>(method.schema(Role.KEYS).names());
    known.addAll(method.schema(Role.VALUES).names());
    for (String name : options.keySet()) {
      if (!known.contains(name)) {
        String rule = known.isEmpty() ? "but it has none" : "must be one of " + known;
        throw new ConfigException(method.id(), "option", name, rule);
      }
    }
  }

  private LayerRecipe layer(int i, RoleRecipe keys, RoleRecipe values, int sinks, int window) {
    int fit = Math.max(keys.traits().fitRows(), values.traits().fitRows());
    if (keys.centred() || values.centred()) {
      fit = Math.max(fit, Mean.ROWS);
    }
    int blocks = (fit + KvTrack.BLOCK - 1) / KvTrack.BLOCK;
    int sliding = attention.get(i).slidingWindow();
    Frontier frontier =
        new Frontier(
            sinks, sliding == 0 ? window : Math.min(window, sliding), blocks * KvTrack.BLOCK);
    boolean all = keys.traits().fitsOnFirstAppend() || values.traits().fitsOnFirstAppend();
    return new LayerRecipe(i, shape, attention.get(i), keys, values, frontier, all);
  }

  private CacheSpec effective(
      List<RoleRecipe> keys, List<RoleRecipe> values, int sinks, int window) {
    MethodPair first = pair(keys.get(0), values.get(0));
    Map<MethodPair, List<Integer>> others = new LinkedHashMap<>();
    for (int i = 1; i < shape.layers(); i++) {
      MethodPair p = pair(keys.get(i), values.get(i));
      if (!p.equals(first)) {
        others.computeIfAbsent(p, x -> new ArrayList<>()).add(i);
      }
    }
    List<LayerOverride> overrides = new ArrayList<>();
    others.forEach((p, layers) -> overrides.add(new LayerOverride(layers, p)));
    return new CacheSpec(
        first,
        overrides,
        OptionalInt.of(sinks),
        OptionalInt.of(window),
        Optional.of(center(keys, values)),
        Optional.of(spec.exact().orElse(ExactType.F16)),
        Optional.of(precision));
  }

  /** On or off where that says the same of every track; {@code coded} only where tracks differ. */
  private static Center center(List<RoleRecipe> keys, List<RoleRecipe> values) {
    boolean any = false;
    boolean all = true;
    for (List<RoleRecipe> roles : List.of(keys, values)) {
      for (RoleRecipe r : roles) {
        any |= r.centred();
        all &= r.centred();
      }
    }
    return all ? Center.ON : any ? Center.CODED : Center.OFF;
  }

  private static MethodPair pair(RoleRecipe keys, RoleRecipe values) {
    MethodSpec k = keys.config().spec();
    MethodSpec v = values.config().spec();
    return new MethodPair(k, v, false);
  }
}
