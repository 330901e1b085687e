package dev.velox.simd;

import dev.velox.api.ConfigException;
import dev.velox.kernels.KernelProvider;
import dev.velox.kernels.Kernels;
import jdk.incubator.vector.VectorShape;
import org.jspecify.annotations.Nullable;

/** The SIMD kernels as a service. */
public final class SimdProvider implements KernelProvider {
  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  /** For the service loader. */
  public SimdProvider() {}

  @Override
  public String name() {
    return "simd";
  }

  @Override
  public @Nullable String obstacle() {
    if (ModuleLayer.boot().findModule(VECTOR_MODULE).isEmpty()) {
      return "the class path needs --add-modules " + VECTOR_MODULE;
    }
    int widest = Machine.widest();
    return widest < 128 ? "vectors of this machine have only " + widest + " bits" : null;
  }

  @Override
  public Kernels kernels(int vectorBits) {
    if (vectorBits > Machine.widest()) {
      throw new ConfigException(
          "kernels",
          "velox.vectorBits",
          vectorBits,
          "but vectors of this machine have " + Machine.widest() + " bits");
    }
    boolean tables = Lanes.BITS == 512;
    Kernels scalar = Kernels.scalar();
    return new Kernels(
        "simd " + Lanes.BITS + " bit",
        Lanes.BITS,
        new SimdRows(),
        new SimdCodes(),
        new SimdGroups(),
        new SimdSoftmax(),
        new SimdRope(),
        new SimdMatrix(),
        tables ? new SimdKeyTables() : scalar.keyTables(),
        tables ? new SimdValueTables() : scalar.valueTables(),
        tables ? new SimdWeights() : scalar.weights(),
        tables ? new SimdUniform() : scalar.uniform(),
        tables ? new SimdPacked() : scalar.packed(),
        new SimdRotation(),
        new SimdCodebook(),
        tables ? new SimdOutliers() : scalar.outliers());
  }

  /** Apart, so that the provider loads where the vector module is missing. */
  private static final class Machine {
    static int widest() {
      return Math.min(512, VectorShape.preferredShape().vectorBitSize());
    }
  }
}
