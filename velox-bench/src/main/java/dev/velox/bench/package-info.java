/** Home of the benchmarks of kernels, attention and encoding. */
@org.jspecify.annotations.NullMarked
package dev.velox.bench;
