/** The product as source text: documented where it is public, and small. */
@org.jspecify.annotations.NullMarked
package dev.velox.verify.source;
