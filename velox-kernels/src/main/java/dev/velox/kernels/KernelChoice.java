package dev.velox.kernels;

import dev.velox.api.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The choice of kernels, made once from two system properties. */
final class KernelChoice {
  private static final String KERNELS = "velox.kernels";
  private static final String VECTOR_BITS = "velox.vectorBits";

  private KernelChoice() {}

  /** The choice, or why there is none: the error is told at every call, not only at the first. */
  private record Outcome(@Nullable Kernels kernels, @Nullable ConfigException refusal) {}

  private static final class Holder {
    static final Outcome OUTCOME = outcome();
  }

  static Kernels active() {
    Outcome outcome = Holder.OUTCOME;
    if (outcome.kernels() != null) {
      return outcome.kernels();
    }
    throw Objects.requireNonNull(outcome.refusal());
  }

  static Kernels scalar(String description) {
    ScalarRows rows = new ScalarRows();
    return new Kernels(
        description,
        0,
        rows,
        new ScalarCodes(),
        new ScalarGroups(),
        new ScalarSoftmax(),
        new ScalarRope(),
        new ScalarMatrix(),
        new ScalarKeyTables(),
        new ScalarValueTables(),
        new ScalarWeights(),
        new ScalarUniform(),
        new ScalarPacked(),
        new ScalarRotation(),
        new ScalarCodebook(),
        new ScalarOutliers());
  }

  private static Outcome outcome() {
    try {
      String kernels = System.getProperty(KERNELS, "auto");
      int bits = vectorBits(System.getProperty(VECTOR_BITS, ""));
      return new Outcome(choose(kernels, bits, providers()), null);
    } catch (ConfigException e) {
      return new Outcome(null, e);
    }
  }

  static Kernels choose(String kernels, int vectorBits, List<KernelProvider> providers) {
    boolean demanded = kernels.equals("simd");
    if (kernels.equals("scalar")) {
      return scalar("scalar (" + KERNELS + "=scalar)");
    }
    if (!demanded && !kernels.equals("auto")) {
      throw new ConfigException("kernels", KERNELS, kernels, "must be one of auto, scalar, simd");
    }
    String obstacle = "velox-simd not present";
    for (KernelProvider provider : providers) {
      String found = provider.obstacle();
      if (found == null) {
        return provider.kernels(vectorBits);
      }
      obstacle = provider.name() + ": " + found;
    }
    if (demanded) {
      throw new ConfigException(
          "kernels", KERNELS, kernels, "but there are no SIMD kernels here (" + obstacle + ")");
    }
    return scalar("scalar (" + obstacle + ")");
  }

  static int vectorBits(String text) {
    return switch (text) {
      case "" -> 0;
      case "128" -> 128;
      case "256" -> 256;
      case "512" -> 512;
      default ->
          throw new ConfigException("kernels", VECTOR_BITS, text, "must be one of 128, 256, 512");
    };
  }

  /** Providers of this module's layer, then those of the class path. */
  private static List<KernelProvider> providers() {
    List<KernelProvider> found = new ArrayList<>();
    ModuleLayer layer = KernelChoice.class.getModule().getLayer();
    if (layer != null) {
      ServiceLoader.load(layer, KernelProvider.class).forEach(found::add);
    }
    if (found.isEmpty()) {
      ServiceLoader.load(KernelProvider.class, KernelChoice.class.getClassLoader())
          .forEach(found::add);
    }
    return found;
  }
}
