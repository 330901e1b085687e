import dev.velox.api.spi.KvMethod;
import dev.velox.baselines.F16Method;
import dev.velox.baselines.F32Method;
import dev.velox.baselines.KiviMethod;
import dev.velox.baselines.UniformMethod;

/**
 * The methods that every other is measured against: {@code f32}, {@code f16}, {@code uniform} and
 * {@code kivi}.
 */
module dev.velox.baselines {
  requires static transitive org.jspecify;
  requires dev.velox.api;
  requires dev.velox.kernels;

  provides KvMethod with
      F16Method,
      F32Method,
      KiviMethod,
      UniformMethod;
}
