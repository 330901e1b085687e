/** The laws every method obeys, as JUnit classes that a plugin author extends. */
module dev.velox.tck {
  requires static transitive org.jspecify;
  requires dev.velox.api;
  requires dev.velox.cache;
  requires dev.velox.accounting;
  requires org.junit.jupiter.api;
}
