/** The SIMD twin of every kernel; the only module that names the incubating vector module. */
module dev.velox.simd {
  requires static transitive org.jspecify;
  requires dev.velox.api;
  requires dev.velox.kernels;
  requires jdk.incubator.vector;

  provides dev.velox.kernels.KernelProvider with
      dev.velox.simd.SimdProvider;
}
