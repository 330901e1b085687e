/**
 * Home of the extension methods, one sub-package each: {@code attention-weighted}, {@code
 * adaptive}, {@code delta}, {@code low-rank}, {@code product}, and entropy coding for cold blocks.
 * A base codec is looked up by id, never required. No method is registered yet.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.extensions;
