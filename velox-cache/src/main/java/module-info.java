/**
 * The engine: composes sinks, window, centring, a key track and a value track per layer into one
 * cache.
 */
module dev.velox.cache {
  requires static transitive org.jspecify;
  requires dev.velox.api;
  requires dev.velox.kernels;
  requires dev.velox.accounting;
  requires org.slf4j;
}
