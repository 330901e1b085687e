/**
 * The methods that every other is measured against: {@code f32}, {@code f16}, {@code uniform} and
 * {@code kivi}.
 */
module dev.velox.baselines {
  requires static transitive org.jspecify;
  requires dev.velox.api;
  requires dev.velox.kernels;
}
