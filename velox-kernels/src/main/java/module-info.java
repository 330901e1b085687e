/**
 * Arithmetic on floats and packed codes as plain scalar Java, the packed block layouts, the
 * skeleton tracks, and the service through which faster kernels are found.
 */
module dev.velox.kernels {
  requires static transitive org.jspecify;
  requires transitive dev.velox.api;

  exports dev.velox.kernels;
  exports dev.velox.kernels.layout;
  exports dev.velox.kernels.track;

  uses dev.velox.kernels.KernelProvider;
}
