/**
 * JMH benchmarks of single kernels and of encoding, on data that fits the caches. Run them by
 * {@code ./build jmh}.
 */
@NullMarked
package dev.velox.bench.jmh;

import org.jspecify.annotations.NullMarked;
