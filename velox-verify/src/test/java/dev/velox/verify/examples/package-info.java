/** The examples, built and run against the jars of this build. */
@org.jspecify.annotations.NullMarked
package dev.velox.verify.examples;
