/**
 * What the keys and values of a model look like, what codes lose of them, and which cache follows
 * from that.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.runtime.inspect;
