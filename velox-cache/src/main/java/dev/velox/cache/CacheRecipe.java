package dev.velox.cache;

import dev.velox.api.CacheSpec;
import dev.velox.api.KvShape;
import dev.velox.api.spi.TrackTraits;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * How a whole cache is stored, every setting resolved.
 *
 * @param shape its shape
 * @param effective the spec with nothing left to a default
 * @param layers one recipe a layer
 */
record CacheRecipe(KvShape shape, CacheSpec effective, List<LayerRecipe> layers) {

  CacheRecipe {
    layers = List.copyOf(layers);
  }

  /** Sizes of track scratch that serve every layer. */
  int scratch(ToIntFunction<TrackTraits> size) {
    return layers.stream()
        .mapToInt(
            l -> Math.max(size.applyAsInt(l.keys().traits()), size.applyAsInt(l.values().traits())))
        .max()
        .orElse(0);
  }
}
