/**
 * Faults of one line, seeded into the sources of the engine and into a method, and the laws that
 * catch them.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.verify.seeded;
