/**
 * Loads a model and runs it through a cache, knowing no method: tokenizer, forward pass, sampling,
 * generation and evaluation.
 */
module dev.velox.runtime {
  requires static transitive org.jspecify;
  requires transitive dev.velox.api;
  requires transitive dev.velox.cache;
  requires dev.velox.kernels;
  requires ai.djl.api;
  requires ai.djl.tokenizers;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports dev.velox.runtime;
  exports dev.velox.runtime.bench;
  exports dev.velox.runtime.eval;
  exports dev.velox.runtime.inspect;
  exports dev.velox.runtime.sampling;
  exports dev.velox.runtime.weights;
}
