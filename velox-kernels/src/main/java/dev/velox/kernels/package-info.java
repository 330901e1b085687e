/** Arithmetic on floats and packed codes, the packed block layouts and the skeleton tracks. */
@org.jspecify.annotations.NullMarked
package dev.velox.kernels;
