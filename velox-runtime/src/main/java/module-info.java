/**
 * Loads a model and runs it through a cache, knowing no method: tokenizer, forward pass, sampling,
 * generation and evaluation.
 */
module dev.velox.runtime {
  requires static transitive org.jspecify;
  requires dev.velox.cache;
  requires dev.velox.kernels;
  requires tools.jackson.databind;
}
