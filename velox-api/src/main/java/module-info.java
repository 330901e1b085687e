/** Interfaces, records and errors of compressed KV caches, and the look-up of methods by id. */
module dev.velox.api {
  requires static transitive org.jspecify;

  exports dev.velox.api;
  exports dev.velox.api.spi;

  uses dev.velox.api.spi.KvMethod;
}
