/** The SIMD twin of every scalar kernel. */
@org.jspecify.annotations.NullMarked
package dev.velox.simd;
