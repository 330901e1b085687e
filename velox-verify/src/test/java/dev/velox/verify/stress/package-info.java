/** Threads that meet on one cache, many thousand times; far more often under {@code velox.deep}. */
@org.jspecify.annotations.NullMarked
package dev.velox.verify.stress;
