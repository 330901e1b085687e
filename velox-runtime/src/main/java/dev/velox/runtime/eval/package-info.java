/**
 * How much a cache costs in quality: perplexity, divergence and agreement against the exact cache.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.runtime.eval;
