/**
 * Loading a model and running it through a cache: tokenizer, forward pass, sampling and evaluation.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.runtime;
