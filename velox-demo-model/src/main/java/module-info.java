/**
 * The built-in model as resources: weights, configuration, tokenizer, evaluation texts and their
 * provenance. The embedded default of the command line and of tests.
 */
module dev.velox.demomodel {
  requires static transitive org.jspecify;

  exports dev.velox.demomodel;
}
