/**
 * What users of a cache see: shapes, specs, the cache itself, byte and bit reports, errors, method
 * look-up.
 */
@NullMarked
package dev.velox.api;

import org.jspecify.annotations.NullMarked;
