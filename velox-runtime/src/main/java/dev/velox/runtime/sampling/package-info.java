/** Choosing the next token: penalties, filters, seeded draws, and texts at which to stop. */
@org.jspecify.annotations.NullMarked
package dev.velox.runtime.sampling;
