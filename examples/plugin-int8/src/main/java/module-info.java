/** A third-party method: eight bits a number. It exports nothing and is found as a service. */
module org.example.int8 {
  requires dev.velox.api;
  requires dev.velox.kernels;

  provides dev.velox.api.spi.KvMethod with
      org.example.int8.Int8Method;
}
