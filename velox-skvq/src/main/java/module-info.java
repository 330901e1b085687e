import dev.velox.api.spi.KvMethod;
import dev.velox.skvq.SkvqMethod;

/** Home of {@code skvq}: channel reorder and clipped dynamic groups. */
module dev.velox.skvq {
  requires static transitive org.jspecify;
  requires dev.velox.api;
  requires dev.velox.kernels;

  provides KvMethod with
      SkvqMethod;
}
