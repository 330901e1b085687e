/**
 * Home of {@code turbo} and {@code turbo-ip}: rotation, optimal scalar codebooks and outlier
 * channel allocation.
 */
module dev.velox.turbo {
  requires static transitive org.jspecify;
  requires dev.velox.api;
  requires dev.velox.kernels;
  requires ojalgo;

  provides dev.velox.api.spi.KvMethod with
      dev.velox.turbo.TurboMethod,
      dev.velox.turbo.TurboIpMethod;
}
