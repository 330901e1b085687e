/** Home of {@code skvq}: channel reorder and clipped dynamic groups. */
module dev.velox.skvq {
  requires static transitive org.jspecify;
  requires dev.velox.api;
  requires dev.velox.kernels;
}
