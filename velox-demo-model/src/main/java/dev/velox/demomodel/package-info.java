/** The built-in model: weights, configuration, tokenizer and their provenance, as resources. */
@org.jspecify.annotations.NullMarked
package dev.velox.demomodel;
