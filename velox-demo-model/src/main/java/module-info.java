/** The built-in model as resources, the embedded default of the command line and of tests. */
module dev.velox.demomodel {
  requires static transitive org.jspecify;
}
