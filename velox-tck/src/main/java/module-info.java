/** The laws every method obeys, as JUnit classes that a plugin author extends. */
module dev.velox.tck {
  requires static transitive org.jspecify;
  requires transitive dev.velox.api;
  requires dev.velox.cache;
  requires dev.velox.accounting;
  requires java.management;
  requires jdk.management;
  requires transitive org.junit.jupiter.api;

  exports dev.velox.tck;
}
