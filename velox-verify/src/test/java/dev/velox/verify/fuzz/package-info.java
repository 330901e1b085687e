/**
 * Hostile input: every reader of files and texts, given what it never should be, answers with a
 * typed error, soon, and without taking much memory.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.verify.fuzz;
