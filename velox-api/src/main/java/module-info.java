/**
 * What a cache, a track, a quantizer and a byte report are: interfaces, records, the sealed error
 * family and the look-up of methods by id. No algorithm lives here.
 */
module dev.velox.api {
  requires static transitive org.jspecify;
}
