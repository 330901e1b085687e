/**
 * Measures attention and encoding: every cache beside exact ones and beside the memory's own speed,
 * all in one run.
 */
@NullMarked
package dev.velox.runtime.bench;

import org.jspecify.annotations.NullMarked;
