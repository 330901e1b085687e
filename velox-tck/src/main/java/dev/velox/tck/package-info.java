/** The laws every method obeys, as JUnit classes to extend. */
@org.jspecify.annotations.NullMarked
package dev.velox.tck;
