/**
 * Home of {@code kvquant}: non-uniform levels fitted per channel, with outliers stored apart. It
 * registers no method yet.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.nuq;
