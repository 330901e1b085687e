/**
 * The benchmarks: the grid of {@code ./build bench}, held against its bars, and JMH benchmarks of
 * single kernels. Never published.
 */
module dev.velox.bench {
  requires static org.jspecify;
  requires dev.velox.accounting;
  requires dev.velox.cache;
  requires dev.velox.kernels;
  requires dev.velox.runtime;
  requires info.picocli;
  requires jdk.unsupported;
  requires jmh.core;

  exports dev.velox.bench.jmh to
      jmh.core;
  exports dev.velox.bench.jmh.jmh_generated to
      jmh.core;

  opens dev.velox.bench to
      info.picocli;
}
