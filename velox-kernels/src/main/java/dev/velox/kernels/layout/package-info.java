/**
 * How the codes of a sealed block lie in memory, for keys and for values, and how they are read
 * back as numbers.
 */
@NullMarked
package dev.velox.kernels.layout;

import org.jspecify.annotations.NullMarked;
