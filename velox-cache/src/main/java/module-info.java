/**
 * The engine: composes sinks, window, centring, a key track and a value track per layer into one
 * cache.
 */
module dev.velox.cache {
  requires static transitive org.jspecify;
  requires transitive dev.velox.api;
  requires transitive dev.velox.accounting;
  requires dev.velox.kernels;
  requires org.slf4j;

  exports dev.velox.cache;
}
