/** The engine that composes sinks, window, centring and two tracks per layer into one cache. */
@org.jspecify.annotations.NullMarked
package dev.velox.cache;
