/** What a cache, a track, a quantizer and a byte report are. */
@org.jspecify.annotations.NullMarked
package dev.velox.api;
