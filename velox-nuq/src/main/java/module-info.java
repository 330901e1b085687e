import dev.velox.api.spi.KvMethod;
import dev.velox.nuq.KvquantMethod;

/** Home of {@code kvquant}: non-uniform levels and dense-and-sparse outliers. */
module dev.velox.nuq {
  requires static transitive org.jspecify;
  requires dev.velox.api;
  requires dev.velox.kernels;

  provides KvMethod with
      KvquantMethod;
}
