package dev.velox.api;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Other methods for some layers: {@code layers[0,5]=f16} or {@code
 * layers[0-2]=[keys=f16;values=turbo:bits=4]}.
 *
 * @param layers layer indexes, ascending
 * @param methods their methods
 */
public record LayerOverride(List<Integer> layers, MethodPair methods) {

  /** Copies the list. */
  public LayerOverride {
    layers = List.copyOf(layers);
  }

  @Override
  public String toString() {
    String indexes = layers.stream().map(String::valueOf).collect(Collectors.joining(","));
    return "layers["
        + indexes
        + "]="
        + (methods.shared() ? methods.toString() : "[" + methods + "]");
  }
}
