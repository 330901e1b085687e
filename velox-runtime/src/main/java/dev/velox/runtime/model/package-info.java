/** The transformer: its configuration, its weights, and the forward pass over a cache. */
@org.jspecify.annotations.NullMarked
package dev.velox.runtime.model;
