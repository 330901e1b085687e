/** Home of the benchmarks. Never published. */
module dev.velox.bench {
  requires static org.jspecify;
  requires dev.velox.cache;
}
