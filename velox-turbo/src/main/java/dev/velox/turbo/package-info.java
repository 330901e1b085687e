/**
 * {@code turbo} and {@code turbo-ip}: a rotation per layer and role, optimal scalar codebooks, and
 * outlier channels with more bits.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.turbo;
